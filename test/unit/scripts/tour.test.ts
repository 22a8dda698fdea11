import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { pageOf, prepareFolder } from '../../tour/album.ts'
import { takeSteps, type Step } from '../../tour/take.ts'

const folder = mkdtempSync(join(tmpdir(), 'tour-'))
afterAll(() => { rmSync(folder, { recursive: true, force: true }) })

/** A page that can only be photographed. */
const page = {
  screenshot: ({ path }: { path: string }) => Promise.resolve(writeFileSync(path, 'picture')),
} as unknown as Page

const step = (id: string, walk: Step['walk']): Step => ({ id, title: `Step ${id}`, walk })
const works = step('works', async ({ picture }) => {
  await picture('between')
  return 'seen'
})
const fails = step('fails', () => Promise.reject(new Error('locator.click: Timeout\n  - waiting for getByRole(…)')))

async function take(steps: readonly Step[], over: () => string | null = () => null) {
  const printed: string[] = []
  const report = (line: string) => { printed.push(line) }
  const results = await takeSteps(steps, { page, folder, userData: folder, saveAs: () => {}, over, report })
  return { printed, results }
}

describe('the guided tour', () => {
  it('prints a line per step with the text on screen, and keeps its pictures', async () => {
    const { printed, results } = await take([works])
    expect(printed).toEqual(['1/1 ok     Step works: seen'])
    expect(results[0]?.pictures).toEqual(['01-works-between.png', '01-works.png'])
  })

  it('continues after a failed step, and prints the expected element', async () => {
    const { printed, results } = await take([fails, works])
    expect(printed[0]).toBe('1/2 FAILED Step fails: locator.click: Timeout - waiting for getByRole(…)')
    expect(results.map(({ succeeded }) => succeeded)).toEqual([false, true])
    expect(results[0]?.pictures).toEqual(['01-fails-failed.png'])
  })

  it('counts the remaining steps as failed when its time is over', async () => {
    const { results } = await take([works], () => 'the tour took too long')
    expect(results).toMatchObject([{ succeeded: false, seen: 'the tour took too long' }])
  })

  it('shows the text of the screen on its page as text, never as markup', () => {
    const html = pageOf([{ title: 'A', succeeded: false, seen: '<script>alert(1)</script>', pictures: ['01-a.png'] }])
    expect(html).toContain('1 of 1 steps failed.')
    expect(html).toContain('&lt;script&gt;')
    expect(html).not.toContain('<script>')
  })

  it('removes the files of an earlier tour from its folder, and no others', () => {
    for (const name of ['01-order.png', 'index.html', 'holiday.png', 'notes.txt']) writeFileSync(join(folder, name), '')
    prepareFolder(folder)
    expect(readdirSync(folder).sort()).toEqual(['holiday.png', 'notes.txt'])
  })
})
