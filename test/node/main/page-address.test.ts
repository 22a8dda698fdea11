import { describe, expect, it } from 'vitest'
import { developmentIn } from '../../../electron/main/development.ts'
import { builtPage, bundlePath } from '../../../electron/main/page/address.ts'

describe('the address of the built page', () => {
  const page = builtPage

  it.each(['app://bundle/index.html', 'app://bundle/assets/a.js'])('%s is its own', (url) => {
    expect(page.isOwn(url)).toBe(true)
  })

  it.each([
    'app://bundle', 'app://bundle.example/', 'app://bundle@example/', 'app://other/', 'https://bundle/', 'file:///app://bundle/',
    'http://localhost:5173/', 'devtools://devtools/', 'data:text/html,app://bundle/', ' app://bundle/', '',
  ])('%j is not', (url) => {
    expect(page.isOwn(url)).toBe(false)
    expect(bundlePath(url)).toBe(null)
  })

  it('cannot be left by the page, not even to itself', () => {
    expect(page.mayReload(page.url)).toBe(false)
  })
})

describe('the address of a development server', () => {
  const page = developmentIn({ ELECTRON_RENDERER_URL: 'http://localhost:5173' }).page!

  it('allows its origin as text, its files, its web socket, and loading itself again', () => {
    expect(page.origin).toBe('http://localhost:5173')
    expect(['http://localhost:5173/main.ts', 'ws://localhost:5173/?token=1'].map(page.isOwn)).toEqual([true, true])
    expect(page.mayReload('http://localhost:5173/')).toBe(true)
  })

  it.each(['http://localhost:51730/', 'http://localhost:5173@example/', 'https://localhost:5173/', 'app://bundle/index.html'])(
    'is not %s', (url) => { expect(page.isOwn(url)).toBe(false) },
  )
})
