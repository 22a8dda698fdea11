import type { Masked } from '#shared/brands.ts'
import { builtFromMasked } from '#shared/gateway/requests/masking.ts'
import { visible, type Block, type PrintedDocument } from './document.ts'

/** The document as plain text, to be copied or saved; it ends with a line feed. */
export function documentText({ title, sender, blocks }: PrintedDocument): Masked {
  const parts = [
    ...(sender === null ? [] : [[sender.name, ...sender.lines].join('\n')]),
    title,
    ...blocks.map(blockText),
  ]
  return builtFromMasked(`${visible(parts.join('\n\n'))}\n`)
}

function blockText(block: Block): string {
  switch (block.kind) {
    case 'heading': return `--- ${block.text} ---`
    case 'paragraph':
    case 'warning':
    case 'note': return block.text
    case 'rows': return block.rows.map(({ label, value }) => `${label}: ${continued(value)}`).join('\n')
    case 'table': return [
      block.label, ...[block.columns.map(({ label }) => label), ...block.rows].map((cells) => cells.join('\t')),
    ].join('\n')
    case 'quote': return `${block.label}:\n  ${continued(block.text)}`
  }
}

/** Indents every line but the first. SECURITY: so that a value cannot look like a line of the document. */
function continued(text: string): string {
  return text.replaceAll('\n', '\n  ')
}
