/*
 * NVIDIA GPU: the built-in VBIOS: VBE, in real mode
 *
 * INT 10h, AH=4Fh; everything else of INT 10h is SeaVGABIOS', which this code
 * starts and then hooks.  What differs between cards and modes is data: see
 * struct NVVbeData in vbe.h.  A mode is set by a script, a list of accesses to
 * the card's registers, made as a card's VBIOS has to make them: through VGA's
 * ports, and through RMA (CR38 and port 0x3d0) for the rest of BAR0.
 *
 * The emulator contains the machine code, in vbe-code.c.inc: after a change,
 * run hw/nv/vbios/make-vbe-code.
 *
 * Sources: VESA BIOS Extension Core Functions 2.0; VBE/DDC 1.1; envytools,
 * docs/hw/bus/prma.rst; for a core channel without a pushbuffer, g80_display.c
 * of xf86-video-nv; for DDC's lines, nouveau's nvkm/subdev/i2c/busnv04.c,
 * busnv50.c and busgf119.c.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

        .code16
        .text

/* --- Registers -------------------------------------------------------- */

        .set MISC_READ, 0x3cc
        .set CRTC_MONO, 0x3b4
        .set CRTC_COLOR, 0x3d4
        .set SEQUENCER, 0x3c4
        .set DAC_READ, 0x3c7
        .set DAC_WRITE, 0x3c8
        .set DAC_DATA, 0x3c9
        .set RMA, 0x3d0

        .set CR_RMA, 0x38
        .set RMA_CLOSED, 0
        .set RMA_SIG, 1
        .set RMA_ADDR, 3
        .set RMA_DATA, 5
        .set RMA_SIGNATURE, 0x2b16d065

        .set UNLOCK, 0x57
        .set LOCK, 0x99

        /* A scratch register: the low byte of the mode's number, or 0 */
        .set CR_MODE, 0x3b

        .set GENERAL_CONTROL, 0x680600
        .set BPC_8BITS, 0x100000

        .set EVO_INTR_1, 0x610024
        .set EVO_CLK_SHIFT, 4
        .set EVO_CLK_MASK, 7
        .set EVO_UNK30_CTRL, 0x610030
        .set EVO_CTRL_STATE, 0x610300
        .set EVO_CTRL_VAL, 0x610304
        .set EVO_SUBMIT, 0x80010001
        .set EVO_PENDING, 0x80000000

        .set PCI_BAR1, 0x14

        /* Polls of a register: a frame takes some ten thousand */
        .set PATIENCE, 0x100000

        .set BDA, 0x40
        .set BDA_MODE, 0x49

/* --- What VBE returns in AX -------------------------------------------- */

        .set VBE_OK, 0x004f
        .set VBE_FAILED, 0x014f
        .set VBE_NOT_THIS_HARDWARE, 0x024f
        .set VBE_NOT_THIS_MODE, 0x034f
        .set VBE_NO_FUNCTION, 0x0100

/* --- Frame ------------------------------------------------------------- */

        /* The caller's registers, from %bp on */
        .set F_DI, 0
        .set F_BX, 16
        .set F_BL, 16
        .set F_BH, 17
        .set F_DX, 20
        .set F_CX, 24
        .set F_AX, 28
        .set F_AL, 28
        .set F_SIZE, 36
        /* Below it: the CRTC's port, and whether its registers were open */
        .set L_CRTC, -2
        .set L_OPEN, -4
        .set L_SIZE, 4

        .macro enter
        push    %ds
        push    %es
        pushal
        mov     %sp, %bp
        sub     $L_SIZE, %sp
        push    %cs
        pop     %ds
        cld
        .endm

        .macro leave_frame
        mov     %bp, %sp
        popal
        pop     %es
        pop     %ds
        .endm

/* --- Head -------------------------------------------------------------- */

start:
        .byte   0, 0, 0
        .org    3
        jmp     init
        .org    8

/* struct NVVbeData */
old_int10:      .long   0
memory:         .long   0
pci_config:     .long   0
ddc_reg:        .long   0
vga_distance:   .word   0
info_block:     .word   0
mode_records:   .word   0
leave_script:   .word   0
lock_port:      .word   0
lock_index:     .byte   0
start_low:      .byte   0
ddc_kind:       .byte   0
has_dac:        .byte   0
        .org    38

        .set DDC_CRTC, 0
        .set DDC_PNVIO, 1
        .set DDC_PGPIO, 2

        /* A mode's record, see nv_vbe_add_records() */
        .set M_MODE, 0
        .set M_SCRIPT, 2
        .set M_START, 4
        .set M_INFO, 6
        .set M_PITCH, M_INFO + 0x10
        .set M_HEIGHT, M_INFO + 0x14
        .set M_BPP, M_INFO + 0x19
        .set M_INFO_SIZE, 66
        .set M_SIZE, M_INFO + M_INFO_SIZE
        .set INFO_PHYS_BASE, 0x28
        .set INFO_BYTES, 256

/* --- Starting ---------------------------------------------------------- */

/*
 * Call SeaVGABIOS with all registers as they were: PCI firmware passes
 * arguments in them.
 */
init:
        push    %cs
        push    $started
        push    %ax
        push    %ax
        push    %ax
        push    %bp
        mov     %sp, %bp
        mov     %cs, %ax
        add     %cs:vga_distance, %ax
        mov     %ax, 6(%bp)
        movw    $3, 4(%bp)
        pop     %bp
        pop     %ax
        lret

/* Hook INT 10h if SeaVGABIOS has it and the ports are this card's. */
started:
        enter
        call    open
        call    has_rma
        jne     1f
        xor     %ax, %ax
        mov     %ax, %es
        mov     %es:0x10 * 4, %eax
        mov     %cs, %dx
        add     vga_distance, %dx
        mov     %eax, %ecx
        shr     $16, %ecx
        cmp     %cx, %dx
        jne     1f
        mov     %eax, old_int10
        cmp     %eax, old_int10
        jne     1f
        mov     %cs, %ax
        shl     $16, %eax
        mov     $int10, %ax
        mov     %eax, %es:0x10 * 4
1:      call    close
        leave_frame
        lret

/* ZF: the port answers as RMA does. */
has_rma:
        mov     $(RMA_SIG << 8 | CR_RMA), %ax
        call    cr_write
        mov     $RMA, %dx
        in      %dx, %eax
        cmp     $RMA_SIGNATURE, %eax
        ret

/* --- INT 10h ------------------------------------------------------------ */

int10:
        cmp     $0x4f, %ah
        je      vbe
        test    %ah, %ah
        jnz     1f
        pushf
        enter
        call    open
        call    leave_linear
        call    close
        leave_frame
        popf
1:      ljmp    *%cs:old_int10

/* Video memory has to be below 4 GiB: if not, there is no VBE. */
vbe:
        enter
        call    open
        call    bar1
        mov     $VBE_NO_FUNCTION, %ax
        jc      2f
        movzbw  F_AL(%bp), %bx
        cmp     $(functions_end - functions) / 2, %bx
        jae     2f
        add     %bx, %bx
        call    *functions(%bx)
2:      mov     %ax, F_AX(%bp)
        call    close
        leave_frame
        iret

functions:
        .word   controller_info, mode_info, set_mode, get_mode
        .word   no_function, no_function, line_length, display_start
        .word   dac_width, palette, no_function, no_function
        .word   no_function, no_function, no_function, no_function
        .word   no_function, no_function, no_function, no_function
        .word   no_function, ddc
functions_end:

/* They return the value of AX, and may change all but %bp, %ds and %es. */
no_function:
        mov     $VBE_NO_FUNCTION, %ax
        ret
failed:
        mov     $VBE_FAILED, %ax
        ret
not_this_hardware:
        mov     $VBE_NOT_THIS_HARDWARE, %ax
        ret
not_this_mode:
        mov     $VBE_NOT_THIS_MODE, %ax
        ret
ok:
        mov     $VBE_OK, %ax
        ret

/* --- 00h: controller, 01h: mode ----------------------------------------- */

        .set INFO_VBE1, 0x14
        .set INFO_VBE2, 0x22

controller_info:
        mov     info_block, %si
        mov     F_DI(%bp), %di
        mov     $INFO_VBE1, %cx
        cmpl    $0x32454256, %es:(%di)          /* "VBE2" */
        jne     1f
        mov     $INFO_VBE2, %cx
1:      push    %cx
        push    %di
        rep movsb
        pop     %di
        pop     %cx
        mov     %cs, %ax
        mov     %ax, %es:0x08(%di)
        mov     %ax, %es:0x10(%di)
        cmp     $INFO_VBE2, %cx
        jne     ok
        mov     %ax, %es:0x18(%di)
        mov     %ax, %es:0x1c(%di)
        mov     %ax, %es:0x20(%di)
        jmp     ok

mode_info:
        mov     F_CX(%bp), %ax
        call    find_mode
        jc      failed
        mov     F_DI(%bp), %di
        push    %di
        xor     %ax, %ax
        mov     $INFO_BYTES / 2, %cx
        rep stosw
        pop     %di
        push    %di
        add     $M_INFO, %si
        mov     $M_INFO_SIZE, %cx
        rep movsb
        call    bar1
        pop     %di
        mov     %eax, %es:INFO_PHYS_BASE(%di)
        jmp     ok

/* The record of mode %ax, whose bits 15:14 don't matter: in %si, or CF */
find_mode:
        and     $0x3fff, %ax
        mov     mode_records, %si
1:      cmpw    $0, M_MODE(%si)
        je      2f
        cmp     %ax, M_MODE(%si)
        je      3f
        add     $M_SIZE, %si
        jmp     1b
2:      stc
3:      ret

/* The same for the current mode; CF is set in VGA's modes */
current_mode:
        mov     $CR_MODE, %al
        call    cr_read
        mov     $1, %ah
        jmp     find_mode

/* --- 02h, 03h: set a mode, and say which it is -------------------------- */

        .set MODE_LINEAR, 0x40          /* in BH */
        .set MODE_KEEP, 0x80

set_mode:
        mov     F_BX(%bp), %ax
        and     $0x3fff, %ax
        cmp     $0x100, %ax
        jb      set_vga_mode
        testb   $MODE_LINEAR, F_BH(%bp)
        jz      failed
        call    find_mode
        jc      failed
        push    %si
        call    leave_linear
        mov     M_SCRIPT(%si), %si
        call    run
        pop     %si
        jc      1f
        mov     M_MODE(%si), %ah
        mov     $CR_MODE, %al
        call    cr_write
        testb   $MODE_KEEP, F_BH(%bp)
        jnz     ok
        call    clear
        jmp     ok
1:      mov     leave_script, %si
        call    run
        jmp     failed

set_vga_mode:
        push    %ax
        call    leave_linear
        pop     %ax
        testb   $MODE_KEEP, F_BH(%bp)
        jz      1f
        or      $0x80, %al
1:      and     $0xff, %ax
        push    %ax
        push    %bp
        pushf
        lcall   *old_int10
        pop     %bp
        pop     %ax
        call    vga_mode
        xor     %ah, %al
        and     $0x7f, %al
        jnz     failed
        jmp     ok

/* Take the mode that the BIOS has noted into %ah. */
vga_mode:
        push    %ds
        push    $BDA
        pop     %ds
        mov     BDA_MODE, %ah
        pop     %ds
        ret

get_mode:
        call    current_mode
        jc      1f
        mov     M_MODE(%si), %ax
        or      $MODE_LINEAR << 8, %ax
        jmp     2f
1:      call    vga_mode
        movzbw  %ah, %ax
        and     $0x7f, %ax
2:      mov     %ax, F_BX(%bp)
        jmp     ok

/* Give the screen back to VGA; changes no register but flags. */
leave_linear:
        pushal
        mov     $CR_MODE, %al
        call    cr_read
        test    %al, %al
        jz      1f
        mov     leave_script, %si
        call    run
        mov     $CR_MODE, %ax
        call    cr_write
1:      popal
        ret

/* --- Clearing the screen ------------------------------------------------ */

        /* INT 15h, AH=87h: descriptors on the stack */
        .set G_SOURCE, 0x10
        .set G_DEST, 0x18
        .set G_SIZE, 0x30
        .set G_BASE, 2
        .set G_ACCESS, 5
        .set G_BASE_HIGH, 7
        .set G_WRITABLE, 0x93
        .set CHUNK, 0xfff0

/*
 * Real mode doesn't reach video memory: the BIOS copies.  The first dword's
 * source is one of zeros; then each is copied to the next one.
 */
clear:
        movzwl  M_PITCH(%si), %eax
        movzwl  M_HEIGHT(%si), %ecx
        mul     %ecx
        mov     %eax, %ebx
        call    bar1
        mov     %eax, %edi
        push    %es
        push    %bp
        mov     $G_SIZE / 2, %cx
1:      push    $0
        loop    1b
        mov     %sp, %bp
        movw    $0xffff, G_SOURCE(%bp)
        movb    $G_WRITABLE, G_SOURCE + G_ACCESS(%bp)
        movw    $0xffff, G_DEST(%bp)
        movb    $G_WRITABLE, G_DEST + G_ACCESS(%bp)
        xor     %eax, %eax
        mov     %ss, %ax
        shl     $4, %eax
        movzwl  %bp, %edx
        add     %edx, %eax
        mov     %edi, %edx
        mov     $4, %ecx
2:      call    copy
        jc      3f
        add     %ecx, %edi
        sub     %ecx, %ebx
        jbe     3f
        mov     %edi, %edx
        lea     -4(%edx), %eax
        mov     $CHUNK, %ecx
        cmp     %ebx, %ecx
        jbe     2b
        mov     %ebx, %ecx
        jmp     2b
3:      add     $G_SIZE, %sp
        pop     %bp
        pop     %es
        ret

/* Copy %cx bytes from %eax to %edx, linear addresses; CF: it failed */
copy:
        pushal
        mov     $G_SOURCE, %si
        call    set_base
        mov     %edx, %eax
        mov     $G_DEST, %si
        call    set_base
        mov     %ss, %ax
        mov     %ax, %es
        mov     %bp, %si
        shr     $1, %cx
        mov     $0x87, %ah
        stc
        int     $0x15
        popal
        ret

set_base:
        mov     %ax, G_BASE(%bp, %si)
        shr     $16, %eax
        mov     %al, G_BASE + 2(%bp, %si)
        mov     %ah, G_BASE_HIGH(%bp, %si)
        ret

/* --- 06h, 07h: lines, and where the picture starts ---------------------- */

line_length:
        call    current_mode
        jc      failed
        movzbw  M_BPP(%si), %bx
        shr     $3, %bx
        mov     F_CX(%bp), %ax
        mov     F_BL(%bp), %cl
        cmp     $3, %cl
        ja      failed
        test    $1, %cl
        jnz     2f
        test    %cl, %cl
        jnz     1f
        mul     %bx
        jc      not_this_hardware
1:      cmp     M_PITCH(%si), %ax
        ja      not_this_hardware
2:      mov     M_PITCH(%si), %ax
        mov     %ax, F_BX(%bp)
        xor     %dx, %dx
        div     %bx
        mov     %ax, F_CX(%bp)
        mov     memory, %eax
        xor     %edx, %edx
        movzwl  M_PITCH(%si), %ecx
        div     %ecx
        cmp     $0xffff, %eax
        jbe     3f
        mov     $0xffff, %ax
3:      mov     %ax, F_DX(%bp)
        jmp     ok

display_start:
        call    current_mode
        jc      failed
        testb   $0x7f, F_BL(%bp)
        jnz     no_function
        movzwl  M_PITCH(%si), %ecx
        movzwl  F_DX(%bp), %eax
        mul     %ecx
        jc      not_this_hardware
        mov     %eax, %ebx
        movzbl  M_BPP(%si), %eax
        shr     $3, %ax
        movzwl  F_CX(%bp), %edx
        mul     %edx
        add     %eax, %ebx
        test    start_low, %bl
        jnz     not_this_hardware
        movzwl  M_HEIGHT(%si), %eax
        mul     %ecx
        add     %ebx, %eax
        jc      not_this_hardware
        cmp     memory, %eax
        ja      not_this_hardware
        mov     M_START(%si), %si
        call    run
        jc      failed
        jmp     ok

/* --- 08h, 09h: palette --------------------------------------------------- */

/* CF: the current mode has no palette, or the card can't have one. */
has_palette:
        call    current_mode
        jc      1f
        cmpb    $1, has_dac
        jc      1f
        cmpb    $8, M_BPP(%si)
        je      1f
        stc
1:      ret

dac_width:
        call    has_palette
        jc      not_this_mode
        mov     $GENERAL_CONTROL, %edi
        call    rma_read
        mov     F_BX(%bp), %bx
        cmp     $1, %bl
        ja      no_function
        je      2f
        and     $~BPC_8BITS, %eax
        cmp     $8, %bh
        jb      1f
        or      $BPC_8BITS, %eax
1:      call    rma_write
        call    rma_read
2:      movb    $6, F_BH(%bp)
        test    $BPC_8BITS, %eax
        jz      ok
        movb    $8, F_BH(%bp)
        jmp     ok

/* An entry is blue, green, red, and a byte that isn't used. */
palette:
        call    has_palette
        jc      not_this_mode
        mov     F_DX(%bp), %bx
        mov     F_CX(%bp), %cx
        mov     %bx, %ax
        add     %cx, %ax
        jc      failed
        cmp     $0x100, %ax
        ja      failed
        test    %cx, %cx
        jz      ok
        mov     F_DI(%bp), %di
        cmpb    $1, F_BL(%bp)
        je      2f
        testb   $0x7f, F_BL(%bp)
        jnz     no_function
1:      mov     $DAC_WRITE, %dx
        mov     %bl, %al
        out     %al, %dx
        inc     %dx
        mov     %es:2(%di), %al
        out     %al, %dx
        mov     %es:1(%di), %al
        out     %al, %dx
        mov     %es:(%di), %al
        out     %al, %dx
        add     $4, %di
        inc     %bx
        loop    1b
        jmp     ok
2:      mov     $DAC_READ, %dx
        mov     %bl, %al
        out     %al, %dx
        mov     $DAC_DATA, %dx
        in      %dx, %al
        mov     %al, %es:2(%di)
        in      %dx, %al
        mov     %al, %es:1(%di)
        in      %dx, %al
        mov     %al, %es:(%di)
        movb    $0, %es:3(%di)
        add     $4, %di
        inc     %bx
        loop    2b
        jmp     ok

/* --- 15h: the monitor's EDID --------------------------------------------- */

        .set EDID_BLOCK, 128
        .set EDID_WRITE, 0xa0
        .set EDID_READ, 0xa1
        .set SCL, 1
        .set SDA, 2

ddc:
        mov     F_BL(%bp), %al
        cmp     $1, %al
        je      read_edid
        ja      no_function
        movw    $0x0102, F_BX(%bp)              /* a second a block; DDC2 */
        jmp     ok

read_edid:
        mov     F_DX(%bp), %ax
        cmp     $1, %ax
        ja      failed
        mov     %al, %bl
        shl     $7, %bl
        call    i2c_start
        mov     $EDID_WRITE, %ch
        call    i2c_put
        jc      2f
        mov     %bl, %ch
        call    i2c_put
        jc      2f
        call    i2c_start
        mov     $EDID_READ, %ch
        call    i2c_put
        jc      2f
        mov     F_DI(%bp), %si
        mov     $EDID_BLOCK, %bx
1:      call    i2c_get
        mov     %ch, %es:(%si)
        inc     %si
        dec     %bx
        jnz     1b
        call    i2c_stop
        jmp     ok
2:      call    i2c_stop
        jmp     failed

i2c_start:
        mov     $SDA, %al
        call    i2c_drive
        mov     $SCL | SDA, %al
        call    i2c_drive
        mov     $SCL, %al
        call    i2c_drive
        xor     %al, %al
        jmp     i2c_drive

i2c_stop:
        xor     %al, %al
        call    i2c_drive
        mov     $SCL, %al
        call    i2c_drive
        mov     $SCL | SDA, %al
        jmp     i2c_drive

/* Drive SDA as in %al during one clock; returns its state in CF */
i2c_bit:
        push    %ax
        call    i2c_drive
        pop     %ax
        push    %ax
        or      $SCL, %al
        call    i2c_drive
        call    i2c_sense
        mov     %al, %ah
        pop     %dx
        push    %ax
        mov     %dl, %al
        call    i2c_drive
        pop     %ax
        bt      $9, %ax                         /* SDA, in %ah */
        ret

/* Send %ch; CF: nobody acknowledges it */
i2c_put:
        mov     $8, %cl
1:      shl     $1, %ch
        sbb     %al, %al
        and     $SDA, %al
        call    i2c_bit
        dec     %cl
        jnz     1b
        mov     $SDA, %al
        jmp     i2c_bit

/* Receive %ch, one of %bx bytes: the last isn't acknowledged. */
i2c_get:
        mov     $8, %cl
1:      mov     $SDA, %al
        call    i2c_bit
        rcl     $1, %ch
        dec     %cl
        jnz     1b
        xor     %al, %al
        cmp     $1, %bx
        jne     i2c_bit
        mov     $SDA, %al
        jmp     i2c_bit

/* Lines as in %al */
i2c_drive:
        cmpb    $DDC_CRTC, ddc_kind
        jne     1f
        mov     %al, %ah
        and     $SCL, %ah
        shl     $5, %ah
        and     $SDA, %al
        shl     $3, %al
        or      %al, %ah
        or      $1, %ah
        mov     ddc_reg, %al
        jmp     cr_write
1:      movzbl  %al, %eax
        or      $4, %al
        mov     ddc_reg, %edi
        jmp     rma_write

i2c_sense:
        cmpb    $DDC_CRTC, ddc_kind
        jne     1f
        mov     ddc_reg, %al
        dec     %al
        call    cr_read
        shr     $2, %al
        ret
1:      mov     ddc_reg, %edi
        call    rma_read
        cmpb    $DDC_PGPIO, ddc_kind
        jne     2f
        shr     $4, %al
2:      ret

/* --- Scripts -------------------------------------------------------------- */

/* Run the script at %si, with the parameter %ebx.  CF: a wait was in vain. */
run:
        lodsb
        movzbw  %al, %di
        add     %di, %di
        jmp     *operations(%di)

operations:
        .word   op_end, op_call, op_cr, op_port, op_read_port, op_reg, op_mask
        .word   op_wait, op_reg_param, op_cr_param, op_method, op_method_param

op_end:
        clc
        ret

/* Offset of a script; these don't contain further calls. */
op_call:
        lodsw
        push    %si
        mov     %ax, %si
        call    run
        pop     %si
        jnc     run
        ret

/* CRTC register, value */
op_cr:
        lodsw
        call    cr_write
        jmp     run

/* 16-bit port, 8-bit value */
op_port:
        lodsw
        mov     %ax, %dx
        lodsb
        out     %al, %dx
        jmp     run

/* 16-bit port: reading it has an effect */
op_read_port:
        lodsw
        mov     %ax, %dx
        in      %dx, %al
        jmp     run

/* Address in BAR0, value */
op_reg:
        lodsl
        mov     %eax, %edi
        lodsl
        call    rma_write
        jmp     run

/* Address, bits to keep, bits to set */
op_mask:
        lodsl
        mov     %eax, %edi
        call    rma_read
        and     (%si), %eax
        or      4(%si), %eax
        add     $8, %si
        call    rma_write
        jmp     run

/* Address, bits to look at, their value */
op_wait:
        lodsl
        mov     %eax, %edi
        mov     $PATIENCE, %ecx
1:      call    rma_read
        and     (%si), %eax
        cmp     4(%si), %eax
        je      2f
        dec     %ecx
        jnz     1b
        stc
        ret
2:      add     $8, %si
        jmp     run

/* Address, shift: the parameter, shifted to the right */
op_reg_param:
        lodsl
        mov     %eax, %edi
        lodsb
        mov     %al, %cl
        mov     %ebx, %eax
        shr     %cl, %eax
        call    rma_write
        jmp     run

/* CRTC register, shift, bits to set: the same for a part of one */
op_cr_param:
        lodsb
        call    cr_read
        mov     %al, %ch
        lodsw
        mov     %al, %cl
        mov     %ebx, %edi
        shr     %cl, %edi
        mov     %ah, %al
        not     %al
        and     %al, %ch                        /* what stays */
        mov     %ah, %cl
        mov     %di, %ax
        and     %cl, %al
        or      %ch, %al
        out     %al, %dx
        jmp     run

/* Method of a core channel without a pushbuffer, value */
op_method:
        lodsw
        mov     %ax, %cx
        lodsl
        jmp     method

/* Method, shift: the parameter, shifted to the right */
op_method_param:
        lodsw
        mov     %ax, %dx
        lodsb
        mov     %al, %cl
        mov     %ebx, %eax
        shr     %cl, %eax
        mov     %dx, %cx

/* G80DispCommand(): wait, and answer PDISPLAY's three interrupts meanwhile */
method:
        mov     $EVO_CTRL_VAL, %edi
        call    rma_write
        movzwl  %cx, %eax
        or      $EVO_SUBMIT, %eax
        mov     $EVO_CTRL_STATE, %edi
        call    rma_write
        mov     $PATIENCE, %ecx
1:      mov     $EVO_CTRL_STATE, %edi
        call    rma_read
        test    $EVO_PENDING, %eax
        jz      run
        mov     $EVO_INTR_1, %edi
        call    rma_read
        and     $EVO_CLK_MASK << EVO_CLK_SHIFT, %eax
        jz      2f
        call    rma_write
        mov     $EVO_PENDING, %eax
        mov     $EVO_UNK30_CTRL, %edi
        call    rma_write
2:      dec     %ecx
        jnz     1b
        stc
        ret

/* --- The card ------------------------------------------------------------- */

/* Open the extended registers. */
open:
        call    find_crtc
        mov     lock_port, %dx
        test    %dx, %dx
        jnz     1f
        mov     L_CRTC(%bp), %dx
1:      mov     lock_index, %al
        out     %al, %dx
        inc     %dx
        in      %dx, %al
        mov     %al, L_OPEN(%bp)
        mov     $UNLOCK, %al
        out     %al, %dx
        ret

/* Leave them as they were; the mode may have moved the CRTC. */
close:
        pushf
        push    %ax
        call    find_crtc
        mov     $(RMA_CLOSED << 8 | CR_RMA), %ax
        call    cr_write
        cmpb    $0, L_OPEN(%bp)
        jne     2f
        mov     lock_port, %dx
        test    %dx, %dx
        jnz     1f
        mov     L_CRTC(%bp), %dx
1:      mov     lock_index, %al
        mov     $LOCK, %ah
        out     %ax, %dx
2:      pop     %ax
        popf
        ret

find_crtc:
        mov     $MISC_READ, %dx
        in      %dx, %al
        mov     $CRTC_MONO, %dx
        test    $1, %al
        jz      1f
        mov     $CRTC_COLOR, %dx
1:      mov     %dx, L_CRTC(%bp)
        ret

/* CRTC register %al: its value in %al, its data port in %dx */
cr_read:
        mov     L_CRTC(%bp), %dx
        out     %al, %dx
        inc     %dx
        in      %dx, %al
        ret

/* CRTC register %al: set it to %ah; changes %dx */
cr_write:
        mov     L_CRTC(%bp), %dx
        out     %ax, %dx
        ret

/* The word of BAR0 at %edi: its value in %eax; changes %dx */
rma_read:
        call    rma_select
        in      %dx, %eax
        ret

/* The word of BAR0 at %edi: set it to %eax; changes %dx */
rma_write:
        push    %eax
        call    rma_select
        pop     %eax
        out     %eax, %dx
        ret

rma_select:
        mov     $(RMA_ADDR << 8 | CR_RMA), %ax
        call    cr_write
        mov     $RMA, %dx
        mov     %edi, %eax
        out     %eax, %dx
        mov     $(RMA_DATA << 8 | CR_RMA), %ax
        call    cr_write
        mov     $RMA, %dx
        ret

/* Where video memory is: %eax, or CF if that isn't known or above 4 GiB */
bar1:
        mov     pci_config, %edi
        add     $PCI_BAR1, %edi
        call    rma_read
        mov     %eax, %ecx
        and     $6, %al
        cmp     $4, %al
        jne     1f
        add     $4, %edi
        call    rma_read
        test    %eax, %eax
        jnz     2f
1:      mov     %ecx, %eax
        and     $~0xf, %eax
        jz      2f
        clc
        ret
2:      stc
        ret
end:
