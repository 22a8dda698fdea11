/** The bytes that AES-256-GCM adds when sealing: a random nonce before the text, a tag after it. */
export const nonceBytes = 12
export const tagBytes = 16
export const sealBytes = nonceBytes + tagBytes

/** The most bytes that wrapping adds to a record: one of them names its form. */
export const wrappingBytes = 1 + sealBytes
