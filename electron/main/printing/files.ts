/** The files of the printed page: its style and fonts, which are part of the application. */
import interCyrillic from '@fontsource-variable/inter/files/inter-cyrillic-wght-normal.woff2?inline'
import interGreek from '@fontsource-variable/inter/files/inter-greek-wght-normal.woff2?inline'
import interLatinExtended from '@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2?inline'
import interLatin from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?inline'
import monoCyrillic from '@fontsource-variable/jetbrains-mono/files/jetbrains-mono-cyrillic-wght-normal.woff2?inline'
import monoLatin from '@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2?inline'
import style from './document.css?raw'

/** A file of the printed page. */
export interface PrintedFile {
  readonly type: string
  readonly content: Uint8Array<ArrayBuffer>
}

const fonts: Readonly<Record<string, string>> = {
  '/inter-latin.woff2': interLatin,
  '/inter-latin-ext.woff2': interLatinExtended,
  '/inter-cyrillic.woff2': interCyrillic,
  '/inter-greek.woff2': interGreek,
  '/mono-latin.woff2': monoLatin,
  '/mono-cyrillic.woff2': monoCyrillic,
}

/** The files by their path. */
export const printedFiles: ReadonlyMap<string, PrintedFile> = new Map([
  ['/document.css', { type: 'text/css; charset=utf-8', content: bytesOf(style, 'utf8') }],
  ...Object.entries(fonts).map(([path, address]): [string, PrintedFile] =>
    [path, { type: 'font/woff2', content: bytesOf(address.slice(address.indexOf(',') + 1), 'base64') }]),
])

/** Encodes text as the bytes of a file. */
export function bytesOf(text: string, encoding: 'utf8' | 'base64'): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(text, encoding))
}
