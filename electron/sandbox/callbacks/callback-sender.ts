/** Delivers a callback: a GET with all fields in the query (addendum 9). */
import { request } from 'node:http'

const answerWithinMs = 10_000

export interface CallbackSender {
  /** True if the receiver answered with HTTP 200; never rejects. The address must be from `loopbackUrl`. */
  deliver(url: string): Promise<boolean>
  /** Ends every delivery in progress. */
  close(): void
}

/** Creates a sender. Each delivery has its own connection, and redirects are not followed. */
export function createCallbackSender(): CallbackSender {
  const closing = new AbortController()
  return {
    deliver: (url) => new Promise((resolve) => {
      const sending = request(url, { method: 'GET', agent: false, signal: closing.signal, timeout: answerWithinMs })
      sending.on('response', (response) => {
        resolve(response.statusCode === 200)
        response.destroy()
      })
      sending.on('timeout', () => sending.destroy())
      sending.on('error', () => { resolve(false) })
      sending.on('close', () => { resolve(false) })
      sending.end()
    }),
    close() { closing.abort() },
  }
}
