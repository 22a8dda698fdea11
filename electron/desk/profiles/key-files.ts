import type { KeyDescription } from '#shared/model/keys/key.ts'

/** The name of a file about a key: "public-key-staging-acme-2026.pem". */
export function fileNameOf(what: string, { environment, name }: KeyDescription): string {
  const plain = name.toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '')
  return `${what}-${environment}-${plain || 'unnamed'}.pem`
}
