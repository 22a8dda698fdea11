import { Parser } from 'saxen'
import { Refusal } from '../raw-table.ts'

/** Called for each part of a document, in order; names are without prefix, texts and values decoded. */
interface XmlReader {
  open?(name: string, attribute: (name: string) => string | undefined): void
  text?(text: string): void
  close?(name: string): void
}

/**
 * Reads an XML document part by part. SECURITY: it supports only the five entities of XML and opens nothing that a
 * document refers to. Throws a `Refusal` for text that is not well-formed.
 */
export function readXml(xml: string, reader: XmlReader): void {
  const parser = new Parser()
  parser.on('openTag', (name, attributes, decode) => {
    reader.open?.(local(name), (wanted) => {
      const values = attributes()
      return Object.hasOwn(values, wanted) ? decode(values[wanted] ?? '') : undefined
    })
  })
  parser.on('text', (text, decode) => reader.text?.(decode(text)))
  parser.on('cdata', (text) => reader.text?.(text))
  parser.on('closeTag', (name) => reader.close?.(local(name)))
  parser.on('error', () => { throw new Refusal('not-a-workbook') })
  parser.parse(xml)
}

function local(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}
