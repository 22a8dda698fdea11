import type { Services } from '../services.ts'

/**
 * What a question answers within so many milliseconds; null when it is late or fails. For what is good to know and must
 * not keep anybody waiting.
 */
export async function inTime<Value>(
  { system }: Pick<Services, 'system'>, milliseconds: number, question: Promise<Value>,
): Promise<Value | null> {
  return await new Promise((resolve) => {
    const cancel = system.schedule(milliseconds, () => { resolve(null) })
    void question.catch(() => null).then((answer) => {
      cancel()
      resolve(answer)
    })
  })
}
