/**
 * The ways in which a connection breaks; each has its own server, so that the client's choice of server chooses the
 * way.
 */
import type { Socket } from 'node:net'
import { reply } from '../../node/gateway/servers.ts'
import { goodBody } from '../../node/faults/replies.ts'
import type { Manner } from '../../node/faults/wire.ts'

/** The data in the last part of a request's path: its number, and where its reply breaks, from 0 to 99 %. */
export interface Mark {
  readonly id: string
  readonly cut: number
}

/** Reads the mark from the first line of a request; null from anything else. */
export function readMark(begin: string): Mark | null {
  const found = /^POST \S*\/(\d+)-(\d+) HTTP/.exec(begin)
  return found === null ? null : { id: found[1] ?? '', cut: Number(found[2]) }
}

/** The status codes that a library is known to repeat automatically. */
const temptations = [401, 407, 408, 409, 421, 425, 429, 500, 502, 503, 504]

type Onward = (socket: Socket, reply: string, mark: Mark) => void

const after = (onward: Onward): Manner => ({
  onRequest(socket, request) {
    const mark = readMark(request.head)
    if (mark !== null) onward(socket, reply(200, goodBody(request)), mark)
  },
})

const part = (text: string, { cut }: Mark): string => text.slice(0, Math.floor(text.length * cut / 100))
const reset = (socket: Socket): void => { socket.resetAndDestroy() }

/** Every way by its name; `https` ones break before a request can have arrived. Null: nothing listens. */
export const phases: Readonly<Record<string, { readonly scheme: 'http' | 'https'; readonly manner: Manner | null }>> = {
  'answers': { scheme: 'http', manner: after((socket, text) => { socket.end(text) }) },
  'refuses': { scheme: 'http', manner: null },
  'resets at once': { scheme: 'http', manner: { onOpen: reset } },
  'closes at once': { scheme: 'http', manner: { onOpen: (socket) => { socket.end() } } },
  'answers before it is asked': {
    scheme: 'http', manner: { onOpen: (socket) => { socket.end(reply(503, '', { 'retry-after': '0' })) } },
  },
  'resets at the first bytes': { scheme: 'http', manner: { onFirstBytes: reset } },
  'closes at the first bytes': { scheme: 'http', manner: { onFirstBytes: (socket) => { socket.destroy() } } },
  'resets after the request': { scheme: 'http', manner: after(reset) },
  'closes after the request': { scheme: 'http', manner: after((socket) => { socket.end() }) },
  'stalls after the request': { scheme: 'http', manner: after(() => undefined) },
  'resets in the reply': {
    scheme: 'http', manner: after((socket, text, mark) => { socket.write(part(text, mark), () => { reset(socket) }) }),
  },
  'closes in the reply': { scheme: 'http', manner: after((socket, text, mark) => { socket.end(part(text, mark)) }) },
  'stalls in the reply': { scheme: 'http', manner: after((socket, text, mark) => { socket.write(part(text, mark)) }) },
  'states too small a length': {
    scheme: 'http',
    manner: after((socket, text, { cut }) => { socket.end(text.replace(/content-length: \d+/, `content-length: ${cut}`)) }),
  },
  'resets after the reply': {
    scheme: 'http', manner: after((socket, text) => { socket.write(text, () => { reset(socket) }) }),
  },
  'asks for another try': {
    scheme: 'http',
    manner: after((socket, _text, { cut }) => {
      socket.end(reply(temptations[cut % temptations.length] ?? 503, '', { 'retry-after': '0', location: '/again' }))
    }),
  },
  'resets the handshake': { scheme: 'https', manner: { onFirstBytes: reset } },
  'stalls in the handshake': { scheme: 'https', manner: {} },
}
