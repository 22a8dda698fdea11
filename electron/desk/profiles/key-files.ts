import type { KeyDescription } from '#shared/model/keys/key.ts'

/** The name of a file about a key, in any script: "public-key-staging-acme-2026.pem". */
export function fileNameOf(what: string, { environment, name }: Pick<KeyDescription, 'environment' | 'name'>): string {
  const plain = name.normalize('NFC').toLowerCase().replace(/\p{DI}/gu, '').replace(/[^\p{L}\p{M}\p{N}]+/gu, '-').replace(/^-|-$/g, '')
  return `${what}-${environment}-${plain || 'unnamed'}.pem`
}
