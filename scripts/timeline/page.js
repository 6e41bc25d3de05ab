'use strict';

/*
 * A time line on a canvas.
 *
 * What is drawn depends on the canvas' size rather than on the number of
 * events: on a track, from one pixel the next event is looked for beyond it, by
 * halving.  Tracks' events are sorted and don't overlap.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

const NAMES = 190, RULER = 24, ROW = 20, HEAD = 20, COUNTER = 44;
const MOST_ARROWS = 1500, CLOSEST = 20;

/* --- Finding ----------------------------------------------------------- */

/* The first of sorted values that isn't below one, from index low on. */
function firstFrom(values, value, low = 0, high = values.length) {
  while (low < high) {
    const middle = (low + high) >> 1;
    if (values[middle] < value) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

/*
 * Has show(index, from, to, count) called for what is to be seen of a track
 * between two times: an event, or count of them within a pixel.  A pixel is a
 * time.  Returns how often that was.
 */
function eachVisible(track, begin, end, pixel, show) {
  const {starts, lengths} = track;
  let shown = 0;
  let i = firstFrom(starts, begin);
  /* Those before it end where the next begins: it is enough to go back past
   * the instants to one that lasts. */
  for (let back = i - 1; back >= 0 && i - back < 64; back--) {
    if (starts[back] + lengths[back] > begin) {
      i = back;
    } else if (lengths[back]) {
      break;
    }
  }
  while (i < starts.length && starts[i] <= end) {
    const from = starts[i], to = from + lengths[i];
    let next = i + 1;
    if (to - from < pixel) {
      next = firstFrom(starts, from + pixel, next);
      /* Only the last of them may last longer. */
      if (next > i + 1 &&
          starts[next - 1] + lengths[next - 1] - from >= 2 * pixel) {
        next--;
      }
    }
    show(i, from, next > i + 1 ? Math.max(to, from + pixel) : to, next - i);
    shown++;
    i = next;
  }
  return shown;
}

/* The event of a track at a time, or within a distance of it; -1: none */
function eventAt(track, time, distance) {
  const {starts, lengths} = track;
  let best = -1, least = distance;
  const from = firstFrom(starts, time - distance);
  for (let i = Math.max(0, from - 1);
       i < starts.length && starts[i] <= time + distance; i++) {
    const off = Math.abs(time - Math.min(Math.max(time, starts[i]),
                                         starts[i] + lengths[i]));
    if (off < least || (off === least && best < 0) ||
        (off === least && lengths[i] <= lengths[best])) {
      best = i;
      least = off;
    }
  }
  return best;
}

/* As 1.234 ms: of a unit that leaves at most three digits before the point */
function timeText(ns, step = 0) {
  for (const [unit, size] of [['s', 1e9], ['ms', 1e6], ['µs', 1e3]]) {
    if (Math.abs(step || ns) >= size) {
      const digits = step ? Math.max(0, Math.ceil(-Math.log10(step / size)))
                          : 3;
      return `${(ns / size).toFixed(digits)} ${unit}`;
    }
  }
  return `${Math.round(ns)} ns`;
}

/* 1, 2 or 5 times a power of ten: at least a time */
function rulerStep(least) {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, least)));
  return [1, 2, 5, 10].map(n => n * power).find(step => step >= least);
}

/* --- What is to be seen ------------------------------------------------ */

/*
 * The data with what drawing needs: of each track its first event's number
 * among all of them, and arrows by the time at which they begin.
 */
function prepare(data) {
  let first = 0;
  for (const track of data.tracks) {
    track.first = first;
    first += track.starts.length;
  }
  data.count = first;
  const ends = data.arrows.map(([kind, from, to], number) => {
    const a = where(data, from), b = where(data, to);
    return {number, kind, from, to, a, b,
            begin: a.track.starts[a.i],
            end: b.track.starts[b.i]};
  });
  ends.sort((a, b) => a.begin - b.begin);
  data.flows = ends;
  data.flowBegins = ends.map(flow => flow.begin);
  data.longest = ends.reduce((most, flow) =>
    Math.max(most, flow.end - flow.begin), 0);
  data.flowsOf = new Map();
  for (const flow of ends) {
    for (const event of [flow.from, flow.to]) {
      if (!data.flowsOf.has(event)) {
        data.flowsOf.set(event, []);
      }
      data.flowsOf.get(event).push(flow);
    }
  }
  return data;
}

/* Where an event is: its track and its place there */
function where(data, event) {
  const track = data.tracks.findLast(track => track.first <= event &&
                                              track.starts.length);
  return {track, i: event - track.first};
}

/*
 * Arrows to be seen between two times; none if there are more than most of
 * them, since they couldn't be told apart.
 */
function visibleFlows(data, begin, end, most = MOST_ARROWS) {
  const low = firstFrom(data.flowBegins, begin - data.longest);
  const high = firstFrom(data.flowBegins, end, low);
  if (high - low > 20 * most) {
    return [];
  }
  const found = [];
  for (let i = low; i < high; i++) {
    if (data.flows[i].end >= begin) {
      found.push(data.flows[i]);
    }
  }
  return found.length > most ? [] : found;
}

/* Rows from the top: the counter, groups' heads and tracks */
function layout(data, folded) {
  const rows = [];
  let y = 0, group;
  const add = (row, height) => {
    rows.push({...row, y, height});
    y += height;
  };
  if (data.words.length) {
    add({counter: true}, COUNTER);
  }
  for (const track of data.tracks) {
    if (track.group !== group) {
      group = track.group;
      add({head: group}, HEAD);
    }
    if (!folded.has(group) && track.starts.length) {
      add({track}, ROW);
    }
  }
  return {rows, height: y};
}

/* Events that a text is in, in the order of time */
function search(data, text) {
  const wanted = text.trim().toLowerCase();
  if (!wanted) {
    return [];
  }
  const hits = new Set();
  data.texts.forEach((known, number) => {
    if (known.toLowerCase().includes(wanted)) {
      hits.add(number);
    }
  });
  const found = [];
  for (const track of data.tracks) {
    const all = `${track.group} ${track.name}`.toLowerCase() === wanted;
    for (let i = 0; i < track.starts.length; i++) {
      if (all || hits.has(track.names[i]) || hits.has(track.details[i])) {
        found.push({event: track.first + i, time: track.starts[i]});
      }
    }
  }
  return found.sort((a, b) => a.time - b.time).map(hit => hit.event);
}

/* --- Drawing ----------------------------------------------------------- */

const HUES = {doorbells: 210, commands: 145, semaphores: 28, line: 0};

function hueOf(track) {
  if (track.name in HUES) {
    return HUES[track.name];
  }
  return {PFIFO: 260, Engines: 175, Interrupts: 350, Heads: 310,
          Card: 0}[track.group] ?? 50;
}

class View {
  constructor(canvas, data) {
    this.canvas = canvas;
    this.data = data;
    this.folded = new Set();
    this.hits = new Set();
    this.selected = -1;
    this.scroll = 0;
    this.span = null;
    this.showAll();
  }

  showAll() {
    const length = Math.max(this.data.length, 1000);
    this.begin = -length * 0.01;
    this.time = length * 1.02;
  }

  get pixel() { return this.time / Math.max(1, this.width - NAMES); }
  get width() { return this.canvas.clientWidth; }
  get height() { return this.canvas.clientHeight; }
  xOf(time) { return NAMES + (time - this.begin) / this.pixel; }
  timeAt(x) { return this.begin + (x - NAMES) * this.pixel; }

  zoom(factor, x = NAMES + (this.width - NAMES) / 2) {
    const at = this.timeAt(x);
    const most = 4 * Math.max(this.data.length, 1000);
    const time = Math.min(Math.max(this.time * factor, CLOSEST), most);
    this.begin = at - (at - this.begin) * time / this.time;
    this.time = time;
    this.keepIn();
  }

  pan(pixels) {
    this.begin += pixels * this.pixel;
    this.keepIn();
  }

  keepIn() {
    const length = Math.max(this.data.length, 1000);
    this.begin = Math.min(Math.max(this.begin, -this.time * 0.9),
                          length - this.time * 0.1);
  }

  scrollBy(pixels) {
    const most = this.layout().height - (this.height - RULER);
    this.scroll = Math.max(0, Math.min(this.scroll + pixels, most));
  }

  layout() { return layout(this.data, this.folded); }

  rowAt(y) {
    return y < RULER ? null : this.layout().rows.find(row =>
      y - RULER + this.scroll >= row.y &&
      y - RULER + this.scroll < row.y + row.height);
  }

  eventAt(x, y) {
    const row = this.rowAt(y);
    if (!row?.track || x < NAMES) {
      return -1;
    }
    const i = eventAt(row.track, this.timeAt(x), 5 * this.pixel);
    return i < 0 ? -1 : row.track.first + i;
  }

  /* Brings an event into sight; closer: so that it is a tenth of that */
  show(event, closer) {
    const {track, i} = where(this.data, event);
    const begin = track.starts[i], length = track.lengths[i];
    this.folded.delete(track.group);
    if (closer) {
      this.time = Math.max(length * 10, CLOSEST, Math.min(this.time, 1e5));
    }
    if (closer || begin < this.begin || begin > this.begin + this.time) {
      this.begin = begin + length / 2 - this.time / 2;
    }
    this.keepIn();
    const row = this.layout().rows.find(row => row.track === track);
    if (row.y < this.scroll ||
        row.y + row.height > this.scroll + this.height - RULER) {
      this.scroll = row.y - (this.height - RULER) / 2;
      this.scrollBy(0);
    }
  }

  colour(name) { return this.colours[name]; }

  draw() {
    const ratio = window.devicePixelRatio || 1;
    const style = getComputedStyle(document.documentElement);
    this.colours = Object.fromEntries(
      ['text', 'dim', 'line', 'back', 'group', 'hit', 'arrow'].map(name =>
        [name, style.getPropertyValue(`--${name}`).trim()]));
    this.canvas.width = this.width * ratio;
    this.canvas.height = this.height * ratio;
    const context = this.canvas.getContext('2d');
    context.scale(ratio, ratio);
    context.font = '12px sans-serif';
    context.textBaseline = 'middle';
    this.drawRuler(context);
    const {rows} = this.layout();
    const places = new Map();
    context.save();
    context.beginPath();
    context.rect(0, RULER, this.width, this.height - RULER);
    context.clip();
    for (const row of rows) {
      const y = RULER + row.y - this.scroll;
      if (row.track) {
        places.set(row.track, y + row.height / 2);
      }
      if (y + row.height >= RULER && y <= this.height) {
        this.drawRow(context, row, y);
      }
    }
    this.drawFlows(context, places);
    this.drawSpan(context);
    context.restore();
  }

  drawRuler(context) {
    const step = rulerStep(110 * this.pixel);
    context.strokeStyle = this.colour('line');
    context.fillStyle = this.colour('dim');
    for (let time = Math.ceil(this.begin / step) * step;
         time <= this.begin + this.time; time += step) {
      const x = this.xOf(time);
      context.beginPath();
      context.moveTo(x + 0.5, RULER - 6);
      context.lineTo(x + 0.5, this.height);
      context.stroke();
      context.fillText(timeText(time, step), x + 3, RULER / 2);
    }
    context.fillStyle = this.colour('back');
    context.fillRect(0, 0, NAMES, RULER);
  }

  drawRow(context, row, y) {
    context.save();
    context.beginPath();
    context.rect(NAMES, y, this.width - NAMES, row.height);
    context.clip();
    if (row.counter) {
      this.drawCounter(context, y, row.height);
    } else if (row.track) {
      this.drawTrack(context, row.track, y + 2, row.height - 4);
    }
    context.restore();
    context.fillStyle = this.colour(row.head ? 'group' : 'back');
    context.fillRect(0, y, row.head ? this.width : NAMES, row.height);
    context.fillStyle = this.colour('text');
    if (row.head) {
      const mark = this.folded.has(row.head) ? '▸' : '▾';
      context.fillText(`${mark} ${row.head}`, 6, y + row.height / 2);
    } else {
      context.fillText(row.counter ? 'words executed' : row.track.name,
                       row.counter ? 6 : 20, y + row.height / 2);
    }
  }

  drawTrack(context, track, y, height) {
    const hue = hueOf(track);
    const plain = `hsl(${hue} 55% 52%)`, many = `hsl(${hue} 60% 38%)`;
    const labels = [];
    eachVisible(track, this.begin, this.begin + this.time, this.pixel,
                (i, from, to, count) => {
      const x = this.xOf(from);
      const width = Math.max(this.xOf(to) - x, track.lengths[i] ? 1 : 2);
      context.fillStyle = this.isHit(track, i, count) ? this.colour('hit')
        : count > 1 ? many : plain;
      context.fillRect(x, y, width, height);
      if (track.first + i === this.selected) {
        context.strokeStyle = this.colour('text');
        context.lineWidth = 2;
        context.strokeRect(x - 1, y, width + 2, height);
        context.lineWidth = 1;
      }
      labels.push([i, x, x + width, count]);
    });
    this.drawLabels(context, track, labels, y + height / 2);
  }

  isHit(track, i, count) {
    if (!this.hits.size) {
      return false;
    }
    for (let n = 0; n < Math.min(count, 1000); n++) {
      if (this.hits.has(track.first + i + n)) {
        return true;
      }
    }
    return false;
  }

  /* In what lasts, and beside instants as long as there is room */
  drawLabels(context, track, labels, y) {
    labels.forEach(([i, x, end, count], n) => {
      const inside = track.lengths[i] && end - Math.max(x, NAMES) > 30;
      const from = inside ? Math.max(x, NAMES) + 3 : end + 3;
      const to = inside ? end : (labels[n + 1]?.[1] ?? this.width);
      if (count > 1 || to - from < 40 || (track.lengths[i] && !inside)) {
        return;
      }
      context.save();
      context.beginPath();
      context.rect(from, y - ROW / 2, to - from - 2, ROW);
      context.clip();
      context.fillStyle = inside ? '#fff' : this.colour('text');
      const {texts} = this.data;
      context.fillText(`${texts[track.names[i]]} ` +
                       `${texts[track.details[i]]}`, from, y);
      context.restore();
    });
  }

  drawCounter(context, y, height) {
    const {words} = this.data;
    const most = words[words.length - 1][1] || 1;
    const times = this.wordTimes ??= words.map(([time]) => time);
    const level = value => y + height - 2 - (height - 6) * value / most;
    let i = firstFrom(times, this.begin);
    let value = i ? words[i - 1][1] : 0;
    context.beginPath();
    context.moveTo(NAMES, y + height);
    context.lineTo(NAMES, level(value));
    while (i < words.length && times[i] <= this.begin + this.time) {
      const x = this.xOf(times[i]);
      const next = firstFrom(times, times[i] + this.pixel, i + 1);
      context.lineTo(x, level(value));
      value = words[next - 1][1];
      context.lineTo(x, level(value));
      i = next;
    }
    context.lineTo(Math.min(this.width, this.xOf(this.data.length)),
                   level(value));
    context.lineTo(Math.min(this.width, this.xOf(this.data.length)),
                   y + height);
    context.fillStyle = 'hsl(145 45% 50% / 0.35)';
    context.fill();
    context.fillStyle = this.colour('dim');
    context.fillText(String(value), this.width - 80, y + 10);
  }

  drawFlows(context, places) {
    const chosen = this.data.flowsOf.get(this.selected) ?? [];
    const flows = visibleFlows(this.data, this.begin, this.begin + this.time);
    context.strokeStyle = context.fillStyle = this.colour('arrow');
    context.save();
    context.beginPath();
    context.rect(NAMES, RULER, this.width - NAMES, this.height);
    context.clip();
    for (const flow of [...flows, ...chosen]) {
      const from = places.get(flow.a.track), to = places.get(flow.b.track);
      if (from !== undefined && to !== undefined) {
        context.globalAlpha = chosen.includes(flow) ? 1 : 0.35;
        this.drawArrow(context, this.xOf(flow.begin), from,
                       this.xOf(flow.end), to);
      }
    }
    context.restore();
  }

  drawArrow(context, x, y, toX, toY) {
    const bow = Math.max(12, Math.abs(toX - x) / 3);
    context.beginPath();
    context.moveTo(x, y);
    context.bezierCurveTo(x + bow, y, toX - bow, toY, toX, toY);
    context.stroke();
    context.beginPath();
    context.moveTo(toX, toY);
    context.lineTo(toX - 6, toY - 3);
    context.lineTo(toX - 6, toY + 3);
    context.fill();
  }

  drawSpan(context) {
    if (!this.span) {
      return;
    }
    const [a, b] = this.span.map(time => this.xOf(time)).sort((p, q) => p - q);
    context.fillStyle = 'hsl(210 80% 60% / 0.2)';
    context.fillRect(a, RULER, b - a, this.height);
    context.fillStyle = this.colour('text');
    context.fillText(timeText(Math.abs(this.span[1] - this.span[0])),
                     (a + b) / 2, RULER + 10);
  }
}

/*
 * The moment that an address names: "#at=12.5&for=0.01" is 10 ms from 12.5 s
 * on, as "Click one" shows times.  Returns [begin, length] in ns, or null.
 */
function momentOf(fragment) {
  const words = new URLSearchParams(fragment.replace(/^#/, ''));
  const begin = parseFloat(words.get('at')) * 1e9;
  const length = parseFloat(words.get('for') ?? '0.01') * 1e9;
  return begin >= 0 && length > 0 ? [begin, Math.max(length, CLOSEST)] : null;
}

/* --- Acting ------------------------------------------------------------ */

function start() {
  const $ = id => document.getElementById(id);
  const data = prepare(JSON.parse($('data').textContent));
  const view = new View($('canvas'), data);
  let found = [], at = -1, drag = null, wanted = false;

  const redraw = () => {
    if (!wanted) {
      wanted = true;
      requestAnimationFrame(() => {
        wanted = false;
        view.draw();
      });
    }
  };

  const link = (event, text) => {
    const element = document.createElement('a');
    element.textContent = text;
    element.onclick = () => select(event, true);
    return element;
  };

  const describe = event => {
    const {track, i} = where(data, event);
    const lasts = track.lengths[i] ? `, lasts ${timeText(track.lengths[i])}`
                                   : '';
    return `${track.group}, ${track.name}: at ` +
      `${(track.starts[i] / 1e9).toFixed(9)} s${lasts}\n` +
      data.texts[track.details[i]];
  };

  const select = (event, show) => {
    view.selected = event;
    $('details').replaceChildren();
    if (event >= 0) {
      const {track, i} = where(data, event);
      const name = document.createElement('b');
      name.textContent = data.texts[track.names[i]];
      $('details').append(name, describe(event));
      for (const flow of data.flowsOf.get(event) ?? []) {
        const there = flow.from === event;
        const other = there ? flow.to : flow.from;
        const end = where(data, other);
        $('details').append('  ', link(other,
          `${there ? '→' : '←'} ${data.kinds[flow.kind]}: ` +
          `${data.texts[end.track.names[end.i]]}, ${end.track.group}, ` +
          `${timeText(flow.end - flow.begin)}`));
      }
      if (show) {
        view.show(event);
      }
    }
    redraw();
  };

  const look = () => {
    found = search(data, $('search').value);
    view.hits = new Set(found);
    at = -1;
    $('found').textContent = $('search').value ? `${found.length} found` : '';
    redraw();
  };

  const step = by => {
    if (found.length) {
      at = at < 0 ? (by > 0 ? 0 : found.length - 1)
                  : (at + by + found.length) % found.length;
      $('found').textContent = `${at + 1} of ${found.length}`;
      select(found[at], true);
    }
  };

  const beside = by => {
    if (view.selected >= 0) {
      const {track, i} = where(data, view.selected);
      if (i + by >= 0 && i + by < track.starts.length) {
        select(view.selected + by, true);
      }
    }
  };

  const keys = {
    w: () => view.zoom(0.7), s: () => view.zoom(1 / 0.7),
    a: () => view.pan(-80), d: () => view.pan(80),
    ArrowUp: () => view.scrollBy(-ROW), ArrowDown: () => view.scrollBy(ROW),
    ArrowLeft: () => view.pan(-80), ArrowRight: () => view.pan(80),
    0: () => view.showAll(), '[': () => beside(-1), ']': () => beside(1),
    f: () => view.selected >= 0 && view.show(view.selected, true),
    '/': () => $('search').focus(),
  };

  $('canvas').addEventListener('keydown', event => {
    if (keys[event.key] && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      keys[event.key]();
      redraw();
    }
  });
  $('canvas').addEventListener('wheel', event => {
    event.preventDefault();
    if (event.shiftKey || event.offsetX < NAMES) {
      view.scrollBy(event.deltaY || event.deltaX);
    } else if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      view.pan(event.deltaX);
    } else {
      view.zoom(Math.exp(event.deltaY * 0.002), event.offsetX);
    }
    redraw();
  }, {passive: false});
  $('canvas').addEventListener('pointerdown', event => {
    $('canvas').setPointerCapture(event.pointerId);
    drag = {x: event.offsetX, y: event.offsetY, moved: false,
            measures: event.shiftKey, from: view.timeAt(event.offsetX)};
  });
  $('canvas').addEventListener('pointermove', event => {
    if (!drag) {
      const row = view.rowAt(event.offsetY);
      $('canvas').style.cursor =
        (row?.head || view.eventAt(event.offsetX, event.offsetY) >= 0)
          ? 'pointer' : 'default';
      return;
    }
    drag.moved ||= Math.abs(event.offsetX - drag.x) > 3 ||
                   Math.abs(event.offsetY - drag.y) > 3;
    if (drag.measures) {
      view.span = [drag.from, view.timeAt(event.offsetX)];
    } else if (drag.moved) {
      view.pan(drag.x - event.offsetX);
      view.scrollBy(drag.y - event.offsetY);
      drag.x = event.offsetX;
      drag.y = event.offsetY;
    }
    redraw();
  });
  $('canvas').addEventListener('pointerup', event => {
    const row = view.rowAt(event.offsetY);
    if (drag?.measures && drag.moved) {
      const [a, b] = view.span.sort((p, q) => p - q);
      view.begin = a;
      view.time = Math.max(b - a, CLOSEST);
    } else if (drag && !drag.moved && row?.head) {
      if (!view.folded.delete(row.head)) {
        view.folded.add(row.head);
      }
      view.scrollBy(0);
    } else if (drag && !drag.moved) {
      select(view.eventAt(event.offsetX, event.offsetY));
    }
    view.span = drag = null;
    redraw();
  });
  $('canvas').addEventListener('dblclick', event => {
    const hit = view.eventAt(event.offsetX, event.offsetY);
    if (hit >= 0) {
      view.show(hit, true);
      redraw();
    }
  });
  $('search').addEventListener('input', look);
  $('search').addEventListener('keydown', event => {
    if (event.key === 'Enter') {
      step(event.shiftKey ? -1 : 1);
    } else if (event.key === 'Escape') {
      $('canvas').focus();
    }
  });
  $('next').onclick = () => step(1);
  $('previous').onclick = () => step(-1);
  $('all').onclick = () => { view.showAll(); redraw(); };
  $('help').onclick = () => $('keys').showModal();
  const follow = () => {
    [view.begin, view.time] = momentOf(location.hash) ??
                              [view.begin, view.time];
    redraw();
  };

  new ResizeObserver(redraw).observe($('canvas'));
  window.addEventListener('hashchange', follow);
  follow();
  $('details').textContent = `${data.count} events` +
    (data.lost ? `; ${data.lost} are lost` : '') + '. Click one.';
  $('canvas').focus();
  /* For tests */
  window.timeline = {view, data, select, redraw};
}

if (typeof module === 'object') {
  module.exports = {firstFrom, eachVisible, eventAt, timeText, rulerStep,
                    prepare, visibleFlows, layout, search, where, momentOf,
                    View};
} else {
  start();
}
