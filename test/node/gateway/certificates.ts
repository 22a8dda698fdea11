import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Certificate } from '#shared/brands.ts'

export interface TestCertificates {
  /** The authority's certificate as PEM. */
  readonly authority: string
  readonly good: ServerCertificate
  /** Client certificates of anna, a valid and an expired one. */
  readonly anna: ServerCertificate
  readonly formerAnna: ServerCertificate
  readonly expired: ServerCertificate
  readonly wrongName: ServerCertificate
  /** Self-signed. */
  readonly untrusted: ServerCertificate
  /** An authority that expired on 1 February 2020, as PEM. */
  readonly expiredAuthority: string
}

interface ServerCertificate {
  readonly key: string
  readonly cert: string
}

/** Creates an authority and server certificates with openssl for this run; only their texts are kept. */
export function makeCertificates(): TestCertificates {
  const folder = mkdtempSync(join(tmpdir(), 'gateway-certificates-'))
  const at = (name: string) => join(folder, name)
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' })
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  const issue = (name: string, alternativeName: string, notBefore: string, notAfter: string, subject = 'test gateway'): ServerCertificate => {
    writeFileSync(at(`${name}.ext`), `subjectAltName=${alternativeName}\n`)
    openssl('req', ...newKey, '-keyout', `${name}.key`, '-out', `${name}.csr`, '-subj', `/CN=${subject}`)
    openssl('ca', '-batch', '-notext', '-config', 'ca.cnf', '-in', `${name}.csr`, '-out', `${name}.pem`,
      '-startdate', notBefore, '-enddate', notAfter, '-extfile', `${name}.ext`)
    return { key: readFileSync(at(`${name}.key`), 'utf8'), cert: readFileSync(at(`${name}.pem`), 'utf8') }
  }
  try {
    writeFileSync(at('index.txt'), '')
    writeFileSync(at('ca.cnf'), [
      '[ca]', 'default_ca=authority', '[authority]', 'database=index.txt', 'new_certs_dir=.', 'rand_serial=yes',
      'unique_subject=no', 'certificate=authority.pem', 'private_key=authority.key', 'default_md=sha256', 'policy=any',
      '[any]', 'commonName=supplied',
    ].join('\n'))
    openssl('req', '-x509', ...newKey, '-keyout', 'authority.key', '-out', 'authority.pem', '-days', '60',
      '-subj', '/CN=test authority')
    openssl('req', '-x509', ...newKey, '-keyout', 'self.key', '-out', 'self.pem', '-days', '2',
      '-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1')
    openssl('req', ...newKey, '-keyout', 'old.key', '-out', 'old.csr', '-subj', '/CN=old authority')
    writeFileSync(at('old.ext'), 'basicConstraints=critical,CA:TRUE\n')
    openssl('ca', '-batch', '-notext', '-config', 'ca.cnf', '-selfsign', '-keyfile', 'old.key', '-in', 'old.csr', '-out', 'old.pem',
      '-startdate', '20200101000000Z', '-enddate', '20200201000000Z', '-extfile', 'old.ext')
    const local = 'DNS:localhost,IP:127.0.0.1,DNS:gateway.invalid'
    return {
      authority: readFileSync(at('authority.pem'), 'utf8'),
      good: issue('good', local, '20200101000000Z', '20990101000000Z'),
      anna: issue('anna', 'DNS:anna.invalid', '20200101000000Z', '20990101000000Z', 'anna'),
      formerAnna: issue('former', 'DNS:anna.invalid', '20200101000000Z', '20200201000000Z', 'anna'),
      expired: issue('expired', local, '20200101000000Z', '20200201000000Z'),
      wrongName: issue('wrong', 'DNS:another.invalid', '20200101000000Z', '20990101000000Z'),
      untrusted: { key: readFileSync(at('self.key'), 'utf8'), cert: readFileSync(at('self.pem'), 'utf8') },
      expiredAuthority: readFileSync(at('old.pem'), 'utf8'),
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The certificate of a PEM text with one, as profiles store it. */
export function certificateIn(pem: string): Certificate {
  return pem.replace(/-----[A-Z ]+-----|\s/g, '') as Certificate
}

/** Its SHA-256 fingerprint as `openssl x509 -fingerprint` prints it, in lower case. */
export function fingerprintOfPem(pem: string): string {
  return createHash('sha256').update(Buffer.from(certificateIn(pem), 'base64')).digest('hex').match(/../g)!.join(':')
}
