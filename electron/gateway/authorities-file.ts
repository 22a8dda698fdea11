import type { X509Certificate } from 'node:crypto'
import { constants, open } from 'node:fs/promises'
import { isAbsolute } from 'node:path'
import type { AuthoritiesProblemCode } from '#shared/model/profile-problem.ts'
import { failed, success, type Result } from '#shared/result.ts'
import { certificatesOf, nameOfCertificate, type CertificatesProblem } from '../common/certificates.ts'
import { withDeadline } from '../common/deadline.ts'
import type { AuthoritiesFound, AuthoritiesProblem } from './port.ts'

/** All authorities of the world together take a quarter of it. */
const mostBytes = 1_048_576
/** A network drive that is gone may never answer. */
const readForAtMostMs = 5_000

const codes = {
  'private-key': 'authorities-private-key', 'none': 'authorities-none', 'damaged': 'authorities-damaged',
} as const satisfies Record<CertificatesProblem, AuthoritiesProblemCode>

/** The certificates of a file, each as PEM. */
export interface AuthoritiesFile extends AuthoritiesFound {
  readonly certificates: readonly string[]
}

/**
 * Reads a file with certificate authorities: absolute path, PEM, 1 MiB at most, no private key in it, every certificate
 * readable. A file that does not answer within 5 s counts as unreadable. `now` decides which have expired.
 */
export async function readAuthoritiesFile(
  path: string, now: number,
): Promise<Result<AuthoritiesFile, AuthoritiesProblem>> {
  const text = await withDeadline(readText(path), readForAtMostMs, () => refused('authorities-unreadable'))
  return text.ok ? takeCertificates(text.value, now) : text
}

async function readText(path: string): Promise<Result<string, AuthoritiesProblem>> {
  // SECURITY: opening a path of another machine would hand that machine this person's sign-in on Windows.
  if (!isAbsolute(path) || /^[\\/]{2}/.test(path)) return refused('authorities-unreadable')
  try {
    // Without the flag a named pipe is not opened before somebody writes to it. Windows has neither.
    const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
    try {
      const about = await file.stat()
      if (!about.isFile()) return refused('authorities-unreadable')
      if (about.size > mostBytes) return refused('authorities-too-large')
      // Some systems' files say that they are empty and have no end.
      const { bytesRead, buffer } = await file.read(Buffer.alloc(mostBytes + 1), 0, mostBytes + 1, 0)
      if (bytesRead > mostBytes) return refused('authorities-too-large')
      return success(buffer.toString('latin1', 0, bytesRead))
    } finally {
      await file.close()
    }
  } catch {
    return refused('authorities-unreadable')
  }
}

function takeCertificates(text: string, now: number): Result<AuthoritiesFile, AuthoritiesProblem> {
  const found = certificatesOf(text)
  if (!found.ok) return refused(codes[found.failure])
  const expired = found.value.filter(({ read }) => read.validToDate.getTime() < now).map(({ read }) => nameOf(read))
  return success({ certificates: found.value.map(({ pem }) => pem), count: found.value.length, expired })
}

/** How a person recognises a certificate that expired: its name, and the day. */
function nameOf(certificate: X509Certificate): string {
  return `${nameOfCertificate(certificate)} (${certificate.validToDate.toISOString().slice(0, 10)})`
}

function refused(code: AuthoritiesProblemCode): Result<never, AuthoritiesProblem> {
  return failed({ code, expired: [] })
}
