/** Asks outside the page before the first passphrase protects the desk. */
import { outsideWarning, oneLine, questionLastsMs } from '../../common/boxes/outside-question.ts'
import type { System } from '../services.ts'

/**
 * Asks in a message box of the system whether the passphrase of this person may protect the desk. SECURITY: a
 * compromised page could set its own passphrase and lock out everybody who works here.
 */
export function confirmSetUp({ system }: { readonly system: Pick<System, 'confirm'> }, name: string): Promise<boolean> {
  return system.confirm({
    question: 'Protect this desk with a passphrase?',
    details: [
      oneLine(`First person and administrator: ${name}`),
      'From now on nobody opens the control secrets and keys of this desk without the passphrase that was typed.',
      '',
      outsideWarning('If you did not set a passphrase there'),
    ],
    action: 'Set passphrase',
  }, questionLastsMs)
}
