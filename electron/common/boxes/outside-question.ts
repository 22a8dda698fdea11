/** Shared parts of the questions in a message box of the system. */

/** How long a question stays open. The person may have left while a confidential request waits. */
export const questionLastsMs = 2 * 60_000

/** Limits for every system: no box wraps a line of 60 columns, and the smallest screen shows 32 lines. */
const columnsInLine = 60
export const mostLines = 32
const indent = '    '

/** Whether a person sees the whole question in a box. */
export function fitsBox(
  { question, details }: { readonly question: string; readonly details: readonly string[] },
): boolean {
  const lines = [question, ...details]
  if (lines.some(({ length }) => length > mostLines * columnsInLine)) return false
  return lines.flatMap(shownLines).length <= mostLines
}

interface Box {
  readonly question: string
  readonly details: readonly string[]
  readonly action: string
}

/**
 * Divides lines into boxes that fit on the screen. They are shown one after the other; only the last one has the
 * action. A line that is too long for any box gets its own, which the caller refuses.
 */
export function inBoxes(
  lines: readonly string[], boxOf: (details: readonly string[]) => Box,
): readonly Box[] {
  const parts: string[][] = [[]]
  for (const line of lines) {
    const last = parts.at(-1) ?? []
    if (last.length > 0 && !fitsBox(partOf(boxOf([...last, line]), 999, 999))) parts.push([line])
    else last.push(line)
  }
  return parts.map((details, index) => partOf(boxOf(details), index + 1, parts.length))
}

function partOf(box: Box, number: number, count: number): Box {
  if (count === 1) return box
  return {
    ...box, question: `${box.question} (part ${number} of ${count})`, ...(number < count && { action: 'Next part' }),
  }
}

/**
 * The lines of a detail in a box: wrapped, and indented from the second line on. SECURITY: if the box wrapped it, a
 * value could be crafted to begin a line, and look like a separate detail.
 */
export function shownLines(detail: string): string[] {
  const lines: string[] = []
  let line = ''
  // Each word with the space behind it.
  for (const word of detail.split(/(?<=\s)(?=\S)/u)) {
    if (line.trim() !== '' && columnsOf(line + word.trimEnd()) > columnsInLine) {
      lines.push(line.trimEnd())
      line = indent + word
    } else line += word
    while (columnsOf(line.trimEnd()) > columnsInLine) {
      const [begin, end] = splitAt(line, columnsInLine)
      lines.push(begin)
      line = indent + end
    }
  }
  return [...lines, line.trimEnd()]
}

function splitAt(line: string, columns: number): [begin: string, end: string] {
  let begin = ''
  for (const character of line) {
    if (columnsOf(begin + character) > columns) break
    begin += character
  }
  return [begin, line.slice(begin.length)]
}

/** The largest width of a text in letters; most other scripts have wider ones. */
function columnsOf(text: string): number {
  return [...text].reduce((sum, character) => sum + (character > '\u02ff' ? 2 : 1), 0)
}

/**
 * Text that was typed or came from the page, as one line of a box. SECURITY: text from the page must not create lines
 * of its own in the box, turn the direction of the text, or cover the lines above and below it.
 */
export function oneLine(text: string): string {
  return text.replace(/[\p{C}\p{Zl}\p{Zp}\p{DI}]+/gu, ' ').replace(/(\p{M}{2})\p{M}+/gu, '$1')
}

/** The last line of a box; `otherwise` states when a person should choose Cancel. */
export function outsideWarning(otherwise: string): string {
  return `Gateway Console asks this outside its window. ${otherwise}, choose Cancel and inform the person responsible for `
    + 'this computer.'
}
