/** A gateway on loopback that echoes whatever it received in every part of a reply that is stored or shown. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseForm, type Pair } from '#shared/gateway/encoding/form.ts'
import { replyFieldNames } from '#shared/gateway/fields/reply-fields.ts'

/** The content of one request. */
export interface Received {
  readonly path: string
  readonly body: string
  readonly authorization: string
  readonly fields: readonly Pair[]
}

const line = (name: string, value: string): string => `${name}=${encodeURIComponent(value)}\n`
const asSentence = ({ fields, authorization }: Received): string =>
  [...fields.map(([name, value]) => `${name} is ${value}`), authorization, cvvSentence(fields)].join('; ')
const cvvSentence = (fields: readonly Pair[]): string => `your cvv is ${fields.find(([name]) => name === 'cvv2')?.[1] ?? 'gone'}!`
const inGroups = (text: string): string => text.replace(/\d{13,19}/g, (digits) => (digits.match(/.{1,4}/g) ?? []).join('-'))
const fieldsOf = (...pairs: readonly Pair[]): string => pairs.map(([name, value]) => line(name, value)).join('&')
const head: readonly Pair[] = [['type', 'async-response'], ['serial-number', 's-1']]

/** Each way of echoing, by name. */
export const echoes: Readonly<Record<string, (received: Received) => string>> = {
  'in an error text': (received) => fieldsOf(['type', 'validation-error'], ['error-code', '7'], ['error-message', asSentence(received)]),
  'in an error text, card numbers in groups': (received) => fieldsOf(['type', 'error'], ['error-message', inGroups(asSentence(received))]),
  'under the names it had': ({ fields }) => fieldsOf(...head, ...fields),
  'under the names it had, in capitals': ({ fields }) => fieldsOf(...head, ...fields.map(([name, value]): Pair => [name.toUpperCase(), value])),
  'in undocumented fields': ({ fields }) => fieldsOf(...head, ...fields.map(([, value], at): Pair => [`x${at}`, value])),
  'as names of fields': ({ fields }) => fieldsOf(...head, ...fields.map(([, value]): Pair => [value, 'x'])),
  'as HTML': (received) => `<!doctype html><p>${asSentence(received)}</p><form>${received.body}</form>`,
  'as text': (received) => `Internal error while reading ${received.body} ${received.authorization}`,
  'as a callback of JSON': (received) => JSON.stringify(Object.fromEntries(received.fields)),
  ...Object.fromEntries(replyFieldNames.map((name) => [
    `in ${name}`, (received: Received) => fieldsOf(...head.filter(([of]) => of !== name), [name, asSentence(received)], ['more', confidentialOf(received)]),
  ])),
  ...Object.fromEntries(replyFieldNames.map((name) => [
    `alone in ${name}`, (received: Received) => fieldsOf(...head.filter(([of]) => of !== name), [name, confidentialOf(received)]),
  ])),
}

/** The card number, or the longest value. */
function confidentialOf({ fields }: Received): string {
  const card = fields.find(([, value]) => /^\d{16}$/.test(value))?.[1]
  return card ?? fields.map(([, value]) => value).sort((one, other) => other.length - one.length)[0] ?? ''
}

export interface HostileGateway {
  readonly baseUrl: string
  readonly received: readonly Received[]
  /** From now on, replies with this echo; status queries are answered with these fields, if given. */
  echoWith(echo: string, status?: readonly Pair[]): void
  stop(): Promise<void>
}

/** Starts the gateway. */
export async function startHostileGateway(): Promise<HostileGateway> {
  const received: Received[] = []
  let answer: (received: Received) => string = () => ''
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', () => {
      const body = Buffer.concat(chunks).toString()
      const one = { path: request.url ?? '', body, authorization: request.headers.authorization ?? '', fields: parseForm(body) }
      received.push(one)
      response.end(answer(one))
    })
  })
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve) })
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    echoWith(echo, status) {
      const give = echoes[echo]
      if (give === undefined) throw new Error(`no echo ${echo}`)
      answer = (one) => (status !== undefined && one.path.includes('/status/') ? fieldsOf(...status) : give(one))
    },
    stop: () => new Promise((resolve) => { server.close(() => { resolve() }) }),
  }
}
