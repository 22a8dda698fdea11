/** The bytes that sealing with AES-256-GCM adds: a random nonce before the ciphertext, a tag after it. */
export const nonceBytes = 12
export const tagBytes = 16
export const sealBytes = nonceBytes + tagBytes

/** The bytes that wrapping adds to a record: one byte names its form. */
export const wrappingBytes = 1 + sealBytes
