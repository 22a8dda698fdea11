/** A journal as seen by a person who has only its file and the public key. */
import { verifyFromOutside } from '../../../../electron/journal/proof/outside.ts'
import type { SignedHead } from '#shared/model/history/journal-head.ts'
import { aVault, charges, noon, openHistory, valueOf, type History } from './support.ts'

export async function publicKeyOf({ vault }: History): Promise<string> {
  return (await valueOf(vault.journalHeadKey({ signedBefore: true })))!.publicKey
}

export const headsOf = ({ connection }: History) => connection.all('SELECT * FROM head ORDER BY id')
/** The heads as saved for an auditor. */
export const saved = async ({ journal }: History) => await valueOf(journal.headsOfDays())

/** Ends the run and verifies the file as an outsider does. */
export async function fromOutside(history: History, exported: readonly SignedHead[] = [], publicKey?: string) {
  const key = publicKey ?? await publicKeyOf(history)
  await history.journal.close()
  const verified = verifyFromOutside(history.path, key, exported)
  return verified.ok ? verified.value : verified
}

/** A history with a head after each of three charges: they cover positions 3, 7 and 11, and are at 4, 8 and 12. */
export async function withHeads(vault = aVault(), now = noon): Promise<History> {
  const history = openHistory({ vault, now })
  for (const name of ['one', 'two', 'three']) {
    await charges(history, name)
    await history.signing.finish()
  }
  return history
}
