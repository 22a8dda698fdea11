/** Links in documents lead to existing files and headings, and named files exist. */
import { existsSync, globSync } from 'node:fs'
import { basename, dirname, join, posix } from 'node:path'
import { expect, it } from 'vitest'
import { documents, read, root } from './documents.ts'

interface Link { readonly from: string, readonly target: string }

const withoutCode = (text: string): string => text.replace(/^```[^]*?^```/gm, '').replace(/`[^`\n]*`/g, '')

const links: readonly Link[] = documents.flatMap((from) =>
  [...withoutCode(read(from)).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => ({ from, target })))
const relativeLinks = links.filter(({ target }) => !/^[a-z]+:/.test(target))

/** The anchors of a document's headings, as GitHub generates them. */
function anchors(document: string): Set<string> {
  const headings = [...read(document).replace(/^```[^]*?^```/gm, '').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading)
  return new Set(headings.map((heading) => heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '').trim().replaceAll(' ', '-')))
}

/** The target file of a link, from the project's folder, and its anchor. */
function resolved({ from, target }: Link): { readonly path: string, readonly anchor: string } {
  const [path = '', anchor = ''] = target.split('#', 2)
  return { path: path === '' ? from : posix.join(posix.dirname(from), path), anchor }
}

it('documents link to each other', () => {
  expect(relativeLinks.length).toBeGreaterThan(50)
})

it('every relative link leads to a file', () => {
  const lost = relativeLinks.filter((link) => !existsSync(join(root, resolved(link).path)))
  expect(lost).toEqual([])
})

it('every link to a part of a document leads to a heading', () => {
  const lost = relativeLinks.filter((link) => {
    const { path, anchor } = resolved(link)
    return anchor !== '' && path.endsWith('.md') && existsSync(join(root, path)) && !anchors(path).has(anchor)
  })
  expect(lost).toEqual([])
})

it('every document can be reached from the README', () => {
  const reached = new Set(['README.md'])
  for (const document of reached) {
    for (const link of relativeLinks.filter(({ from }) => from === document)) {
      if (resolved(link).path.endsWith('.md')) reached.add(resolved(link).path)
    }
  }
  const ofReaders = documents.filter((path) => /^(docs\/|[^/]+$)/.test(path))
  expect(ofReaders.filter((path) => !reached.has(path))).toEqual([])
})

it('every picture in docs is shown by a document', () => {
  const shown = new Set(relativeLinks.map((link) => resolved(link).path))
  const pictures = globSync('docs/**/*.png', { cwd: root }).map((path) => path.replaceAll('\\', '/'))
  expect(pictures.filter((path) => !shown.has(path))).toEqual([])
})

it('every source file that a document names exists', () => {
  const sources = globSync(['{electron,renderer,resources,shared,test}/**/*.{ts,mjs,js,vue,css}', '*.{ts,js,json,yml}', '.github/**/*'],
    { cwd: root }).map((path) => path.replaceAll('\\', '/'))
  const isThere = (from: string, name: string): boolean => {
    const pattern = new RegExp(`(^|/)${name.replaceAll('.', '\\.').replaceAll('*', '[^/]*')}$`)
    return existsSync(join(root, dirname(from), name)) || sources.some((path) => pattern.test(path))
  }
  const named = documents.flatMap((from) => [...read(from).matchAll(/`([\w./*-]+\.(?:ts|mjs|js|vue|yml))`/g)]
    .map(([, name = '']) => ({ from, name: name.replace(/^(\.\.?\/)+/, '') })))
  expect(named.some(({ name }) => basename(name) === 'order-state.ts')).toBe(true)
  expect(named.filter(({ from, name }) => !isThere(from, name))).toEqual([])
})
