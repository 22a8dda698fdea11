/** The picture of a badge: a number from 1 to 9, or 9+, in white on a disc. */

/** Pixels on each side. */
export const badgeSize = 32

/** Each glyph as five rows of three pixels. */
const glyphs: Readonly<Record<string, readonly string[]>> = {
  '1': [' # ', '## ', ' # ', ' # ', '###'],
  '2': ['## ', '  #', ' # ', '#  ', '###'],
  '3': ['## ', '  #', ' # ', '  #', '## '],
  '4': ['# #', '# #', '###', '  #', '  #'],
  '5': ['###', '#  ', '## ', '  #', '## '],
  '6': [' ##', '#  ', '###', '# #', '###'],
  '7': ['###', '  #', ' # ', ' # ', ' # '],
  '8': ['###', '# #', '###', '# #', '###'],
  '9': ['###', '# #', '###', '  #', '## '],
  '+': ['   ', ' # ', '###', ' # ', '   '],
}

const disc = [0x1c, 0x1c, 0xb9, 0xff] as const
const ink = [0xff, 0xff, 0xff, 0xff] as const

/** The pixels of a badge, four bytes each: blue, green, red, opacity. */
export function badgePicture(count: number): Buffer {
  const pixels = Buffer.alloc(badgeSize * badgeSize * 4)
  const paint = (x: number, y: number, colour: readonly number[]): void => {
    pixels.set(colour, (y * badgeSize + x) * 4)
  }
  const middle = (badgeSize - 1) / 2
  for (let y = 0; y < badgeSize; y += 1) {
    for (let x = 0; x < badgeSize; x += 1) if (Math.hypot(x - middle, y - middle) <= badgeSize / 2) paint(x, y, disc)
  }
  const text = count > 9 ? '9+' : String(count)
  const scale = text.length === 1 ? 4 : 3
  const left = Math.round((badgeSize - (text.length * 4 - 1) * scale) / 2)
  const top = Math.round((badgeSize - 5 * scale) / 2)
  for (const [index, glyph] of [...text].entries()) {
    for (const [row, line] of (glyphs[glyph] ?? []).entries()) {
      for (const [column, dot] of [...line].entries()) {
        if (dot !== '#') continue
        for (let at = 0; at < scale * scale; at += 1) {
          paint(left + (index * 4 + column) * scale + at % scale, top + row * scale + Math.floor(at / scale), ink)
        }
      }
    }
  }
  return pixels
}
