/**
 * Entry of a thread: a gateway on loopback that accepts every charge, leaves it processing, and puts a hostile text
 * of the given size into each reply to a status query. It reports its port.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'
import { attacks } from '../hostile-text/texts.ts'
import { goodBody, withValue } from '../../node/faults/replies.ts'

const { characters, mostBytes, largestEvery } = workerData as {
  readonly characters: number; readonly mostBytes: number; readonly largestEvery: number
}
const texts = Object.values(attacks)
let answered = 0

createServer((request, response) => {
  let body = ''
  request.setEncoding('utf8').on('data', (part: string) => { body += part }).on('end', () => {
    const path = request.url ?? ''
    const good = goodBody({ head: `POST ${path} HTTP/1.1`, body })
    response.end(path.includes('/status/') ? `${withValue(good, 'status', 'processing')}&merchantdata=${hostile()}\n` : good)
  })
}).listen(0, '127.0.0.1', function listening(this: { address(): unknown }) {
  parentPort!.postMessage((this.address() as AddressInfo).port)
})

function hostile(): string {
  const make = texts[answered % texts.length]!
  answered += 1
  const usual = make(characters).toWellFormed()
  if (answered % largestEvery !== 0) return usual
  return make(Math.floor(characters * mostBytes / Buffer.byteLength(usual))).toWellFormed()
}
