import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls'
import { Worker } from 'node:worker_threads'

/** The certificate authorities of this computer: those of the runtime, and those of the system. */
export interface SystemRoots {
  /** The system's own as PEM texts, each once; empty if they cannot be read. They are read once. */
  readonly system: () => Promise<readonly string[]>
  /** A TLS context that trusts all of them. Created once: parsing several hundred certificates takes about 0.1 s. */
  readonly context: () => Promise<SecureContext>
}

/** Creates the roots. Both kinds are trusted: the system may have none, and the runtime lacks a company's own. */
export function createSystemRoots(
  readSystem: () => Promise<readonly string[]> = readSystemCertificates,
): SystemRoots {
  const system = once(async () => {
    const read = await readSystem().catch(() => [])
    return [...new Set(read.map((pem) => pem.trim()))]
  })
  return {
    system,
    // SECURITY: a list passed to TLS replaces its own roots, so both are named.
    context: once(async () => createSecureContext({ ca: [...rootCertificates, ...await system()], minVersion: 'TLSv1.2' })),
  }
}

/** Shared by all connections, so that the system is read once. */
export const rootsOfThisComputer = createSystemRoots()

const readForAtMostMs = 15_000

// Each unreadable certificate is skipped, so that one does not exclude the others.
const readInThread = `
  const { parentPort } = require('node:worker_threads')
  const { getCACertificates } = require('node:tls')
  const { X509Certificate } = require('node:crypto')
  const isReadable = (pem) => { try { return new X509Certificate(pem).raw.length > 0 } catch { return false } }
  parentPort.postMessage(getCACertificates('system').filter(isReadable))
`

/** On Linux Node reads the files that these variables name in place of the system's. */
const namingOthers = ['SSL_CERT_FILE', 'SSL_CERT_DIR']

/**
 * Reads the system's certificates as PEM texts, in a thread: some systems take seconds, and the window must not freeze
 * meanwhile. Rejects when that fails or takes longer than 15 s.
 */
function readSystemCertificates(): Promise<readonly string[]> {
  // SECURITY: any program of this user can set them, with an authority of its own. Threads read the environment of the
  // process, whatever their own is.
  for (const name of namingOthers) delete process.env[name]
  return new Promise<readonly string[]>((resolve, reject) => {
    const thread = new Worker(readInThread, { eval: true })
    const timer = setTimeout(() => { reject(new Error('reading the certificates took too long')) }, readForAtMostMs)
    const end = () => {
      clearTimeout(timer)
      void thread.terminate()
    }
    thread.once('message', (certificates: readonly string[]) => {
      resolve(certificates)
      end()
    })
    thread.once('error', (error) => {
      reject(error instanceof Error ? error : new Error('the certificates could not be read'))
      end()
    })
  })
}

function once<Value>(create: () => Promise<Value>): () => Promise<Value> {
  let created: Promise<Value> | null = null
  return () => created ??= create()
}
