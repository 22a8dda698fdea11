/** How many bytes AES-256-GCM adds to what it seals: a random nonce before it, a tag behind it. */
export const nonceBytes = 12
export const tagBytes = 16
export const sealBytes = nonceBytes + tagBytes

/** How much longer a wrapped record is at most: a byte says how it is kept. */
export const wrappingBytes = 1 + sealBytes
