/** Sends an answer, or damages it as a fault requires (addendum 6). */
import type { ServerResponse } from 'node:http'
import { assertNever } from '#shared/assert-never.ts'
import type { Fault } from '../faults/faults.ts'
import { formAnswer, pageAnswer } from './replies.ts'
import { resetConnection } from './reset.ts'
import type { WireAnswer } from './wire.ts'

/** Sends a complete answer. */
export function send(response: ServerResponse, answer: Omit<WireAnswer, 'fault'>): void {
  const body = Buffer.from(answer.body, 'utf8')
  response.writeHead(answer.status, {
    ...answer.headers, 'content-type': answer.contentType, 'content-length': body.length,
  })
  response.end(body)
}

/** Resets the connection as a crashed host would. */
export function reset(response: ServerResponse): void {
  resetConnection(response.socket)
}

/** Sends an answer as damaged by a fault. */
export function sendDamaged(response: ServerResponse, answer: WireAnswer, fault: Fault): void {
  switch (fault.kind) {
    case 'slow':
      setTimeout(() => { send(response, answer) }, fault.delayMs).unref()
      return
    case 'no-answer':
      return
    case 'reset-before-reading':
    case 'reset-after-reading':
      reset(response)
      return
    case 'truncated':
      sendHalf(response, answer)
      return
    case 'cut-short':
      send(response, { ...answer, body: answer.body.slice(0, answer.body.indexOf('&')) })
      return
    case 'status-500':
      send(response, pageAnswer(500, 'Internal server error', []))
      return
    case 'html':
      send(response, pageAnswer(200, 'Please come back later', []))
      return
    case 'empty':
      send(response, { ...answer, status: 200, body: '' })
      return
    case 'error-reply':
      send(response, formAnswer([['type', 'error'], ['error-message', 'Internal error'], ['error-code', '500']]))
      return
    case 'status-429':
      send(response, pageAnswer(429, 'Too many requests', []))
      return
    case 'too-many-requests':
      send(response, formAnswer([['type', 'error'], ['error-message', 'Too many requests'], ['error-code', '429']]))
      return
    default:
      assertNever(fault.kind)
  }
}

function sendHalf(response: ServerResponse, answer: WireAnswer): void {
  const body = Buffer.from(answer.body, 'utf8')
  response.writeHead(answer.status, { 'content-type': answer.contentType, 'content-length': body.length })
  response.write(body.subarray(0, Math.floor(body.length / 2)), () => { response.socket?.destroy() })
}
