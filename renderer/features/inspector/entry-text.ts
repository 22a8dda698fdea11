import type { Inspection } from '#shared/model/answers/inspection.ts'

/** A request of the history as text, like a pasted one: raw HTTP, then the signed text, all masked. */
export function entryText({ url, headers, body, signing }: Inspection): string {
  const lines = headers.map(({ name, value }) => `${name}: ${value}`)
  const signed = signing.kind === 'control' ? `Control text: ${signing.text}` : `Base string: ${signing.baseString}`
  return [`POST ${url} HTTP/1.1`, ...lines, '', body, '', signed].join('\n')
}
