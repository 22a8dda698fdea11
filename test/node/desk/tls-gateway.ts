/** The built-in gateway behind https: staging and production profiles accept nothing else, on loopback too. */
import { connect, type AddressInfo, type Socket } from 'node:net'
import { createServer } from 'node:tls'
import type { Certificate } from '#shared/brands.ts'
import { certificateIn, makeCertificates, type TestCertificates } from '../gateway/certificates.ts'

export interface TlsGateway {
  readonly baseUrl: string
  /** The authority of its certificate. */
  readonly authorities: Certificate[]
  close(): Promise<void>
}

let made: TestCertificates | undefined

/** Removes TLS and forwards every byte to the gateway at `baseUrl`. */
export async function startTlsGateway(baseUrl: string): Promise<TlsGateway> {
  made ??= makeCertificates()
  const sockets = new Set<Socket>()
  const server = createServer({ key: made.good.key, cert: made.good.cert }, (outside) => {
    const inside = connect(Number(new URL(baseUrl).port), '127.0.0.1')
    for (const [one, other] of [[outside, inside], [inside, outside]] as const) {
      sockets.add(one)
      one.pipe(other)
      // Both kinds of end are forwarded.
      one.once('error', () => { other.destroy() })
      one.once('close', () => {
        sockets.delete(one)
        other.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve) })
  return {
    baseUrl: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    authorities: [certificateIn(made.authority)],
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((resolve) => { server.close(() => { resolve() }) })
    },
  }
}
