/** A throw-away certificate for https on this computer. Its key stays in memory and ends with the process. */
import { generateKeyPair, randomBytes, sign } from 'node:crypto'
import { isIP } from 'node:net'
import { promisify } from 'node:util'
import forge from 'node-forge'

/** PEM texts for a TLS server. */
export interface ServerCertificate {
  readonly key: string
  readonly certificate: string
}

/** The package's published types lack this function. */
const pki = forge.pki as typeof forge.pki & {
  getTBSCertificate(certificate: forge.pki.Certificate): forge.asn1.Asn1
}

const dayMs = 86_400_000
const validDays = 90

/**
 * Creates a certificate for `localhost`, 127.0.0.1 and other host names or addresses, valid for 90 days from `now`
 * (milliseconds since 1970). It is self-signed and cannot issue others: who trusts it trusts only one sandbox.
 */
export async function createServerCertificate(hosts: readonly string[], now: number): Promise<ServerCertificate> {
  const pair = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  const certificate = forge.pki.createCertificate()
  certificate.publicKey = forge.pki.publicKeyFromPem(pair.publicKey.export({ type: 'spki', format: 'pem' }).toString())
  // A serial number must be positive: its first bit is 0, and its first byte is not.
  certificate.serialNumber = `01${randomBytes(15).toString('hex')}`
  certificate.validity.notBefore = new Date(now - dayMs)
  certificate.validity.notAfter = new Date(now + validDays * dayMs)
  const name = [{ name: 'commonName', value: 'Gateway Console sandbox' }]
  certificate.setSubject(name)
  certificate.setIssuer(name)
  certificate.setExtensions([
    // SECURITY: not an authority, so it cannot issue certificates for other hosts.
    { name: 'basicConstraints', cA: false, critical: true },
    { name: 'keyUsage', digitalSignature: true, keyEncipherment: true, critical: true },
    { name: 'extKeyUsage', serverAuth: true },
    { name: 'subjectAltName', altNames: ['localhost', '127.0.0.1', ...hosts].map(alternativeName) },
    { name: 'subjectKeyIdentifier' },
  ])
  // node-forge assembles the fields; the signature is computed natively, as everywhere.
  const algorithm = forge.pki.oids.sha256WithRSAEncryption ?? ''
  certificate.signatureOid = certificate.siginfo.algorithmOid = algorithm
  certificate.tbsCertificate = pki.getTBSCertificate(certificate)
  const toBeSigned = Buffer.from(forge.asn1.toDer(certificate.tbsCertificate).getBytes(), 'binary')
  certificate.signature = sign('sha256', toBeSigned, pair.privateKey).toString('binary')
  return {
    key: pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: forge.pki.certificateToPem(certificate),
  }
}

const dnsName = 2
const ipAddress = 7

function alternativeName(host: string): object {
  return isIP(host) === 0 ? { type: dnsName, value: host } : { type: ipAddress, ip: host }
}
