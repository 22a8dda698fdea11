import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls'
import { Worker } from 'node:worker_threads'
import { readAuthoritiesFile } from './authorities-file.ts'

/** The certificate authorities that https is checked against. */
export interface TrustedRoots {
  /** Made once: reading several hundred certificates takes about 0.1 s. */
  context(): Promise<SecureContext>
  /**
   * The same with the certificates of a file beside them. The file is read again each time; rejects with
   * `AUTHORITIES_UNREADABLE` as its code when it can't be taken, and never leaves them out.
   */
  contextWith(path: string): Promise<SecureContext>
  counts(): Promise<{ readonly bundled: number; readonly system: number }>
}

/**
 * The authorities that come with the runtime, and those of the system beside them: the system's alone may be none, the
 * runtime's alone lack what a company installed. A system that can't be read counts as having none.
 */
export function createTrustedRoots(
  readSystem: () => Promise<readonly string[]> = readSystemCertificates,
): TrustedRoots {
  const system = once(async () => {
    const read = await readSystem().catch(() => [])
    return [...new Set(read.map((pem) => pem.trim()))]
  })
  const context = once(async () => {
    const additional = await system()
    // SECURITY: a list given to TLS replaces its own roots, so both are named.
    return createSecureContext({ ca: [...rootCertificates, ...additional] })
  })
  const withFile = new Map<string, { readonly certificates: string; readonly context: SecureContext }>()

  const contextWith = async (path: string): Promise<SecureContext> => {
    const [file, additional] = await Promise.all([readAuthoritiesFile(path, Date.now()), system()])
    if (!file.ok) {
      withFile.delete(path)
      // SECURITY: with the system's authorities alone this would be another trust than the profile says.
      throw new AuthoritiesUnreadableError(file.failure.code)
    }
    const certificates = file.value.certificates.join('\n')
    const known = withFile.get(path)
    if (known?.certificates === certificates) return known.context
    const made = createSecureContext({ ca: [...rootCertificates, ...additional, ...file.value.certificates] })
    withFile.set(path, { certificates, context: made })
    return made
  }

  return {
    context,
    contextWith,
    counts: async () => ({ bundled: rootCertificates.length, system: (await system()).length }),
  }
}

class AuthoritiesUnreadableError extends Error {
  readonly code = 'AUTHORITIES_UNREADABLE'
}

const readForAtMostMs = 15_000

// Unreadable certificates are left out one by one, so that a single one can't take the others with it.
const readInThread = `
  const { parentPort } = require('node:worker_threads')
  const { getCACertificates } = require('node:tls')
  const { X509Certificate } = require('node:crypto')
  const isReadable = (pem) => { try { return new X509Certificate(pem).raw.length > 0 } catch { return false } }
  parentPort.postMessage(getCACertificates('system').filter(isReadable))
`

/**
 * Reads the system's certificates as PEM texts, in a thread: some systems take seconds, and the window must not stand
 * still for it. Rejects when that fails or takes longer than 15 s.
 */
function readSystemCertificates(): Promise<readonly string[]> {
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

function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | null = null
  return () => made ??= make()
}
