/** Mistakes that do not change the signed text: in the form of the signature, and in its key and method. */
import { code, type Cause } from './cause.ts'

const base64Line = code({
  javascript: "signature.toString('base64')", php: 'base64_encode($signature)', python: 'base64.b64encode(signature).decode()',
  java: 'Base64.getEncoder().encodeToString(signature)', csharp: 'Convert.ToBase64String(signature)',
})
const rsaLine = code({
  javascript: "crypto.sign('sha256', Buffer.from(baseString), privateKey)",
  php: 'openssl_sign($baseString, $signature, $privateKey, OPENSSL_ALGO_SHA256);',
  python: 'private_key.sign(base_string.encode(), padding.PKCS1v15(), hashes.SHA256())',
  java: 'Signature.getInstance("SHA256withRSA")',
  csharp: 'rsa.SignData(bytes, HashAlgorithmName.SHA256, RSASignaturePadding.Pkcs1)',
})

const entries = {
  'signature-not-percent-encoded': {
    explanation: 'The signature is in the header without percent-encoding: "+", "/" and "=" are written as they are.',
    fix: 'Percent-encode the Base64 text in the header: %2B, %2F, %3D.',
    ...code({ javascript: 'encodeURIComponent(signature)', php: 'rawurlencode($signature)', python: "quote(signature, safe='')" }),
  },
  'signature-plus-became-space': {
    explanation: 'A "+" of the signature was changed to a space in transit.',
    fix: 'Percent-encode the Base64 text in the header: "+" is written %2B.',
  },
  'signature-encoded-twice': {
    explanation: 'The signature was percent-encoded twice.',
    fix: 'Percent-encode it once. Many libraries do it themselves when they write the header.',
  },
  'signature-hex': {
    explanation: 'The signature is written in hexadecimal, not in Base64.',
    fix: 'Write the bytes of the signature as Base64; the hexadecimal form is for looking at only.', ...base64Line,
  },
  'signature-base64url': {
    explanation: 'The signature is written in Base64url ("-" and "_"), not in Base64.',
    fix: 'Use the ordinary Base64 alphabet with "+", "/" and "=" at the end.', ...base64Line,
  },
  'signature-wrapped': {
    explanation: 'The signature is broken into lines or holds spaces.',
    fix: 'Write the Base64 text in one line: "base64 -w 0", "openssl base64 -A".',
    ...code({ php: 'base64_encode($signature) // not chunk_split', java: 'Base64.getEncoder() // not getMimeEncoder()' }),
  },
  'signature-padding-missing': {
    explanation: 'The "=" at the end of the Base64 text are missing.',
    fix: 'Keep the padding of Base64.', ...base64Line,
  },
  'signature-base64-twice': {
    explanation: 'The signature was written as Base64 twice.',
    fix: 'Encode the bytes of the signature once; some functions answer with Base64 already.',
    ...code({ javascript: "sign.sign(key, 'base64') // is Base64 already" }),
  },
  'signature-base64-of-hex': {
    explanation: 'The hexadecimal text of the signature was written as Base64, not its bytes.',
    fix: 'Encode the bytes of the signature as Base64.', ...base64Line,
  },
  'signature-bytes-reversed': {
    explanation: 'The bytes of the signature are in reverse order.',
    fix: 'Reverse the bytes before encoding: the Windows CryptoAPI gives them with the lowest first.',
  },
  'key-of-other-profile': {
    explanation: 'The text is right, but it was signed with the key of another profile.',
    fix: 'Sign with the private key whose public key was given to the gateway for this environment.',
  },
  'key-of-no-profile': {
    explanation: 'The text is right, but it was signed with a key that no profile here uses.',
    fix: 'Sign with the private key whose public key was given to the gateway for this environment.',
  },
  'sha-1-for-sha-256': {
    explanation: 'The signature was created with SHA-1 instead of SHA-256.',
    fix: 'Sign with RSA-SHA256.', ...rsaLine,
  },
  'other-digest': {
    explanation: 'The signature was created with another digest than SHA-256.',
    fix: 'Sign with RSA-SHA256.', ...rsaLine,
  },
  'pss-padding': {
    explanation: 'The signature was created with PSS padding.',
    fix: 'Use PKCS #1 version 1.5 padding (RSASSA-PKCS1-v1_5).', ...rsaLine,
  },
  'digest-info-missing': {
    explanation: 'The bare digest was encrypted with the private key, without the name of the digest in front of it.',
    fix: 'Use a function that signs (RSASSA-PKCS1-v1_5), not one that encrypts a digest.', ...rsaLine,
  },
  'text-encrypted': {
    explanation: 'The text itself was encrypted with the private key, without a digest.',
    fix: 'Use a function that signs with SHA-256 (RSASSA-PKCS1-v1_5).', ...rsaLine,
  },
  'hashed-twice': {
    explanation: 'The text was hashed before it was given to the signing function, which hashes again.',
    fix: 'Give the base string itself to the signing function.', ...rsaLine,
  },
  'hmac-for-rsa': {
    explanation: 'The signature is an HMAC with the control secret; this operation takes RSA-SHA256.',
    fix: 'Sign with the RSA private key and say oauth_signature_method=RSA-SHA256.', ...rsaLine,
  },
  'hmac-key-without-ampersand': {
    explanation: 'The HMAC key is the secret alone, without the "&" after it.',
    fix: 'Use the secret followed by "&" as the key, although there is no token secret.',
    ...code({ javascript: "createHmac('sha1', secret + '&')", php: "hash_hmac('sha1', $text, $secret . '&', true)" }),
  },
  'hmac-key-other': {
    explanation: 'The HMAC was created with another key than the secret followed by "&".',
    fix: 'Use the secret followed by "&" as the key.',
  },
  'hmac-sha-256': {
    explanation: 'The signature is an HMAC with SHA-256.',
    fix: 'Use the method that the operation takes: RSA-SHA256, or HMAC-SHA1 where the profile says so.',
  },
  'signature-method-header-wrong': {
    explanation: 'The header names another signature method than the one that was used.',
    fix: 'Write the method that is used into oauth_signature_method, in the signed text and in the header.',
  },
  'signature-method-not-accepted': {
    explanation: 'The signature is right for its method, but the gateway does not take that method for this operation.',
    fix: 'Sign with RSA-SHA256.', ...rsaLine,
  },
  'secret-of-other-profile': {
    explanation: 'The control was created with the secret of another profile.',
    fix: 'Use the merchant_control of this merchant and environment.',
  },
  'upper-case-hex': {
    explanation: 'The control is written in capital hexadecimal digits.',
    fix: 'Write the digest in small hexadecimal digits.',
    ...code({ java: 'HexFormat.of().formatHex(digest)', csharp: 'Convert.ToHexString(digest).ToLowerInvariant()' }),
  },
  'control-with-spaces': {
    explanation: 'A space or line end is around the control.',
    fix: 'Send the forty digits only.',
  },
  'control-as-printed': {
    explanation: 'The control has more of what a command printed than the digest, such as "SHA1(stdin)= " or a file name.',
    fix: 'Send the forty digits only: printf %s "$text" | openssl dgst -sha1 -r | cut -c 1-40.',
  },
  'control-base64': {
    explanation: 'The control is written in Base64.',
    fix: 'Write the digest in small hexadecimal digits.',
  },
  'md5-for-sha-1': {
    explanation: 'The control was created with MD5.',
    fix: 'Use SHA-1: forty hexadecimal digits.',
  },
  'sha-256-for-sha-1': {
    explanation: 'The control was created with SHA-256 (or another digest of that family).',
    fix: 'Use SHA-1: forty hexadecimal digits.',
  },
  'hmac-for-sha-1': {
    explanation: 'The control is an HMAC with the secret as its key.',
    fix: 'Put the secret after the values and hash the whole text with plain SHA-1.',
  },
  'control-hashed-twice': {
    explanation: 'The text was hashed twice.',
    fix: 'Hash the text once.',
  },
} as const satisfies { readonly [id: string]: Omit<Cause, 'id'> }

export type SignatureCauseId = keyof typeof entries

/** A cause by its id. */
export function signatureCause(id: SignatureCauseId): Cause {
  return { id, ...entries[id] }
}

/** All causes in this file. */
export const signatureCauses: readonly Cause[] =
  (Object.keys(entries) as SignatureCauseId[]).map(signatureCause)
