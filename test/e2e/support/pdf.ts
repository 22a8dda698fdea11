import { getDocumentProxy } from 'unpdf'

/** The content of a PDF that tests compare. */
export interface ReadPdf {
  readonly title: string
  readonly language: string
  readonly tagged: boolean
  /** Points of the first page. */
  readonly width: number
  readonly height: number
  /** The rightmost end of any text, in points from the left edge. */
  readonly rightmost: number
  /** The text of each page. */
  readonly pages: readonly string[]
  readonly fonts: readonly string[]
}

interface Item {
  readonly str?: string
  readonly hasEOL?: boolean
  readonly width?: number
  readonly transform?: readonly number[]
}

/** Reads a PDF with a library other than its writer. */
export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  const pdf = await getDocumentProxy(new Uint8Array(bytes))
  const { info } = await pdf.getMetadata() as { info: { Title?: string, Language?: string } }
  const marks = await pdf.getMarkInfo() as { Marked?: boolean } | null
  const pages: string[] = []
  const fonts = new Set<string>()
  let size = { width: 0, height: 0 }
  let rightmost = 0
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number)
    const content = await page.getTextContent()
    const { items } = content as { items: readonly Item[] }
    for (const { str = '', transform = [], width = 0 } of items) {
      if (str.trim() !== '') rightmost = Math.max(rightmost, (transform[4] ?? 0) + width)
    }
    pages.push(items.map(({ str = '', hasEOL = false }) => `${str}${hasEOL ? '\n' : ''}`).join(''))
    if (number === 1) size = page.getViewport({ scale: 1 })
  }
  // The names of embedded fonts.
  for (const [, name = ''] of Buffer.from(bytes).toString('latin1').matchAll(/\/FontName\s*\/([\w+-]+)/g)) fonts.add(name)
  return {
    title: info.Title ?? '', language: info.Language ?? '', tagged: marks?.Marked === true,
    width: Math.round(size.width), height: Math.round(size.height), rightmost, pages, fonts: [...fonts],
  }
}

/** A text without characters that a page replaces by layout: white space, the colon of a label, dashes of a heading. */
export const textWithoutLayout = (text: string): string => text.replaceAll(/[\s:]|---/g, '')

/** The same for a PDF, without page numbers. Throws for a page without its number. */
export function pdfTextWithoutLayout({ pages }: ReadPdf): string {
  return pages.map((text, index) => {
    const number = `${index + 1} / ${pages.length}`
    if (!text.includes(number)) throw new Error(`page ${number} has no number`)
    return textWithoutLayout(text.replace(number, ''))
  }).join('')
}
