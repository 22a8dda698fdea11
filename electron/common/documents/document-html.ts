/** The page of a document. Its styles and fonts belong to the printing window (`main/printing`). */
import { visible, type Block, type Column, type PrintedDocument, type Sender } from './document.ts'
import { isDense } from './page-width.ts'

/** The whole page as HTML, without script or style. SECURITY: every text passes `escaped`. */
export function documentHtml({ language, title, sender, blocks }: PrintedDocument): string {
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><title>${escaped(title)}</title><link rel="stylesheet" href="document.css"></head>
<body>
${sender === null ? '' : headerOf(sender)}<main>
<h1>${escaped(title)}</h1>
${blocks.map(blockHtml).join('\n')}
</main>
</body>
</html>
`
}

/** Escapes text for HTML content and quoted attributes, with every character visible. */
function escaped(text: string): string {
  return visible(text).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

function headerOf({ name, lines, hasLogo }: Sender): string {
  const logo = hasLogo ? `<img src="logo.png" alt="${escaped(name)}">` : ''
  const address = lines.map((line) => `<br>${escaped(line)}`).join('')
  return `<header>${logo}<p dir="auto"><strong>${escaped(name)}</strong>${address}</p></header>\n`
}

function blockHtml(block: Block): string {
  switch (block.kind) {
    case 'heading': return `<h2>${escaped(block.text)}</h2>`
    case 'paragraph': return `<p>${escaped(block.text)}</p>`
    case 'warning':
    case 'note': return `<p class="${block.kind}">${escaped(block.text)}</p>`
    case 'rows': return `<table class="rows"><tbody>${block.rows.map(({ label, value }) =>
      `<tr><th scope="row">${escaped(label)}</th><td>${isolated(value)}</td></tr>`).join('')}</tbody></table>`
    case 'table': return tableHtml(block)
    case 'quote':
      return `<section class="quote"><h3>${escaped(block.label)}</h3><pre dir="auto">${escaped(block.text)}</pre></section>`
  }
}

function tableHtml({ label, columns, rows }: Extract<Block, { kind: 'table' }>): string {
  const head = columns.map((column) => `<th scope="col"${alignOf(column)}>${escaped(column.label)}</th>`).join('')
  const body = rows.map((cells) => `<tr>${cells.map((cell, index) => (index === 0
    ? `<th scope="row"${alignOf(columns[index])}>${isolated(cell)}</th>`
    : `<td${alignOf(columns[index])}>${isolated(cell)}</td>`)).join('')}</tr>`).join('')
  const className = isDense(columns.length) ? ' class="dense"' : ''
  return `<table${className}><caption>${escaped(label)}</caption><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table>`
}

function alignOf(column: Column | undefined): string {
  if (column?.align === 'end') return ' class="end"'
  return column?.isWhole === true ? ' class="whole"' : ''
}

/** Escapes and isolates a text, so that one of another direction does not move its neighbours. */
function isolated(text: string): string {
  return `<bdi>${escaped(text)}</bdi>`
}
