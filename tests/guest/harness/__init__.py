"""Boot a Linux guest on an emulated card and check its driver.

architectures what processors of guests have in common
boards     the machines that a guest may have
archive    packages of the distribution's archive
packages   a kernel's packages, fetched and unpacked
modules    a kernel's modules, and what they depend on
image      a kernel's image, as a boot loader sees it
tree       a kernel that the user has built or installed
kit        what it takes to build a module for a distribution's kernel
driver     the user's driver: patched or from a checkout, and built
series     series of kernels: 6.12 is one
kernel     the guest's kernel: its image and the modules wanted
extras     files and programs that the user adds to the guest
debugger   gdb's part: where it connects to, and where the symbols are
shared     what runs of one build share, and none takes from another
initramfs  the guest's file system, with the test programs in it
foreign    what it takes where the guest's processor is another than ours
machine    the emulator: its process, monitor, serial ports and log
reading    reads what an emulator says, whatever else is being done
guest      the guest: commands run in it, one at a time
kernellog  the kernel's log, and which of its lines are errors
console    the picture that the guest's text console has to show
screen     the picture that a program says it has put on the screen
picture    pictures: read, compared, written
gallery    the pictures of README.md
job        the main job: boot, load the driver, run the programs, collect
checks     its part that notes what was checked, and why something failed
directory  its part that keeps what people may want to look at
device     its part that asks the device
inspection what a card's debugger is asked
display    its parts that look at the screen and at the console
programs   its part that runs test programs
events     its part that suspends the guest, and loads the driver again
logcheck   its part that checks the kernel's log
timelines  the time line of a job's card
cards      the cards that there are, and what the driver makes of them
secondcard another card beside the first
kexec      a second kernel that takes over
refusals   what the driver refuses, though it says that it can
summary    what a job found, for a person and for programs
results    what jobs have checked, as JUnit (see scripts/junit.py)
lava       reports the same to LAVA, while it comes
matrix     jobs on several cards and kernels
cell       one of them
matrixtable the table of them all
page       the same as HTML (see scripts/webpage.py)
plan       which cells there are, and who runs which
merge      one table of what several machines have found
options    what the user may choose

SPDX-License-Identifier: GPL-2.0-or-later
"""

import sys
from pathlib import Path

# What the tools for users have, too
sys.path.append(str(Path(__file__).resolve().parents[3] / 'scripts'))
