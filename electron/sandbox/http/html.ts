/** HTML documents for browsers; any inserted text is escaped. */
import { createHash } from 'node:crypto'
import type { Pair } from '#shared/gateway/encoding/form.ts'

const script = 'document.forms[0].submit()'

/** For a content security policy that permits only the script of these documents. */
export const scriptHash = `sha256-${createHash('sha256').update(script).digest('base64')}`

/** A document; `content` is HTML from the functions of this file. */
export function page(title: string, content: string, head = ''): string {
  return `<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>${escape(title)}</title>${head}</head>`
    + `<body><h1>${escape(title)}</h1>${content}</body></html>\n`
}

/** Sentences of plain text, each as a paragraph. */
export function paragraphs(sentences: readonly string[]): string {
  return sentences.map((text) => `<p>${escape(text)}</p>`).join('')
}

interface Choice {
  readonly value: string
  readonly label: string
}

/** A form with a button for each choice; `name` gets the chosen value. */
export function choiceForm(url: string, fields: readonly Pair[], name: string, choices: readonly Choice[]): string {
  const buttons = choices.map(({ value, label }) =>
    `<button type="submit" name="${escape(name)}" value="${escape(value)}">${escape(label)}</button>`)
  return `<form method="post" action="${escape(url)}">${hiddenFields(fields)}${buttons.join(' ')}</form>`
}

/** A document whose form posts itself when shown, or by its button if scripts are disabled. */
export function autoForm(title: string, url: string, fields: readonly Pair[]): string {
  return page(title, `<form method="post" action="${escape(url)}">${hiddenFields(fields)}`
    + `<noscript><button type="submit">Continue</button></noscript></form><script>${script}</script>`)
}

/** A document that reloads after a second. */
export function waitingPage(title: string, sentences: readonly string[]): string {
  return page(title, paragraphs(sentences), '<meta http-equiv="refresh" content="1">')
}

/** Names and values, one on each line, for a receipt. */
export function definitions(pairs: readonly Pair[]): string {
  return `<dl>${pairs.map(([name, value]) => `<dt>${escape(name)}</dt><dd>${escape(value)}</dd>`).join('')}</dl>`
}

function hiddenFields(fields: readonly Pair[]): string {
  return fields
    .map(([name, value]) => `<input type="hidden" name="${escape(name)}" value="${escape(value)}">`)
    .join('')
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
