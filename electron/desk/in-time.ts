import type { Rooms } from './rooms.ts'

/**
 * What a question answers within so many milliseconds; null when it is late or fails. For what is good to know and must
 * not keep anybody waiting.
 */
export async function inTime<Value>(
  { computer }: Pick<Rooms, 'computer'>, milliseconds: number, question: Promise<Value>,
): Promise<Value | null> {
  return await new Promise((resolve) => {
    const cancel = computer.schedule(milliseconds, () => { resolve(null) })
    void question.catch(() => null).then((answer) => {
      cancel()
      resolve(answer)
    })
  })
}
