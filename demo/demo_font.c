/* demo_font.c: letters as numbers.
 * In: a character. Out: its texels. Promised: printable ASCII that the overlay uses is there. */
#include "demo_font.h"

#include <stddef.h>

typedef struct glyph {
    char character;
    uint64_t bits;
} glyph;

uint64_t demo_font_glyph(char character)
{
    static const glyph glyphs[] = {
        {' ', 0x000000000}, {'%', 0x62c8209a3}, {'(', 0x008288e00}, {')', 0x00388a080},
        {'+', 0x0810f8408}, {',', 0x0000c2800}, {'-', 0x081020408}, {'.', 0x000183000},
        {'/', 0x020820820}, {'0', 0x3e8b268be}, {'1', 0x0081fe100}, {'2', 0x4693470c2},
        {'3', 0x3197160a1}, {'4', 0x10fe48a18}, {'5', 0x398b162a7}, {'6', 0x30932653c},
        {'7', 0x030a27881}, {'8', 0x3693264b6}, {'9', 0x1e5326486}, {':', 0x0000d9b00},
        {'A', 0x7e12244fe}, {'B', 0x3693264ff}, {'C', 0x2283060be}, {'D', 0x3e83060ff},
        {'E', 0x4193264ff}, {'F', 0x0112244ff}, {'G', 0x7a93260be}, {'H', 0x7f102047f},
        {'I', 0x0083fe080}, {'J', 0x017f06020}, {'K', 0x41445047f}, {'L', 0x40810207f},
        {'M', 0x7f043017f}, {'N', 0x7f202027f}, {'O', 0x3e83060be}, {'P', 0x0612244ff},
        {'Q', 0x5e43460be}, {'R', 0x4652644ff}, {'S', 0x3193264c6}, {'T', 0x0103fc081},
        {'U', 0x3f810203f}, {'V', 0x1f410101f}, {'W', 0x3f80e203f}, {'X', 0x632820a63},
        {'Y', 0x0711c0407}, {'Z', 0x438b268e1}, {'a', 0x78a952a20}, {'b', 0x38891247f},
        {'c', 0x208912238}, {'d', 0x7f9112238}, {'e', 0x18a952a38}, {'f', 0x020227f08},
        {'g', 0x3ea54a90c}, {'h', 0x78081047f}, {'i', 0x0081f6200}, {'j', 0x007b12020},
        {'k', 0x0088a087f}, {'l', 0x0081fe080}, {'m', 0x78086027c}, {'n', 0x78081047c},
        {'o', 0x388912238}, {'p', 0x082850a7c}, {'q', 0x7c2850a08}, {'r', 0x08081047c},
        {'s', 0x20a952a48}, {'t', 0x208111f84}, {'u', 0x7c410203c}, {'v', 0x1c410101c},
        {'w', 0x3c80c203c}, {'x', 0x445041444}, {'y', 0x3ca14280c}, {'z', 0x449953244},
    };
    for (size_t i = 0; i < sizeof glyphs / sizeof glyphs[0]; i++) {
        if (glyphs[i].character == character) {
            return glyphs[i].bits;
        }
    }
    return 0x7ffffffff;
}
