// Runs the steps one after the other and prints one line for each.
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import type { Result } from './album.ts'
import type { Step, Visit } from './steps.ts'

export type { Step } from './steps.ts'

/** The surroundings of a tour. */
export interface Tour extends Omit<Visit, 'picture'> {
  readonly report: (line: string) => void
  /** Why the tour ended before its last step, or null. */
  readonly over: () => string | null
}

/**
 * Runs every step and returns the results. A failed step is reported and photographed, and the next one runs; after
 * the end of the tour the rest count as failed.
 */
export async function takeSteps(steps: readonly Step[], tour: Tour): Promise<Result[]> {
  const results: Result[] = []
  for (const [index, step] of steps.entries()) {
    const result = await takeStep(step, index + 1, tour)
    const mark = result.succeeded ? 'ok    ' : 'FAILED'
    tour.report(`${index + 1}/${steps.length} ${mark} ${result.title}: ${result.seen}`)
    results.push(result)
  }
  return results
}

async function takeStep(step: Step, number: number, tour: Tour): Promise<Result> {
  const { title } = step
  const pictures: string[] = []
  const picture = async (name: string): Promise<void> => {
    const file = `${String(number).padStart(2, '0')}-${step.id}${name === '' ? '' : `-${name}`}.png`
    await photograph(tour.page, join(tour.folder, file))
    pictures.push(file)
  }
  const failed = (seen: string): Result => ({ title, succeeded: false, seen, pictures })
  const before = tour.over()
  if (before !== null) return failed(before)
  try {
    const seen = await step.walk({ ...tour, picture })
    await picture('')
    return { title, succeeded: true, seen, pictures }
  } catch (error) {
    // The picture of a failure is a help, not a part of the step.
    await picture('failed').catch(() => undefined)
    return failed(tour.over() ?? reasonOf(error))
  }
}

const photograph = async (page: Page, path: string): Promise<void> => {
  await page.screenshot({ path, animations: 'disabled' })
}

/** The first line of an error, and the element that was waited for. */
function reasonOf(error: unknown): string {
  const lines = String(error instanceof Error ? error.message : error).split('\n').map((line) => line.trim())
  const waited = lines.find((line) => line.includes('waiting for'))
  return [lines[0], waited].filter(Boolean).join(' ').replace(/\u001b\[\d+m/g, '')
}
