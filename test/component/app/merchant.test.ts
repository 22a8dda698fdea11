import { expect, test } from 'vitest'
import { merchantText } from '../../../renderer/app/merchant-text.ts'
import EnvironmentStrip from '../../../renderer/ui/layout/EnvironmentStrip.vue'
import { createTexts, text } from '../../support/texts.ts'
import { show, words } from '../support/mount.ts'

const { t } = createTexts().global
const shown = (name: string, environment: Parameters<typeof merchantText>[1]): string =>
  merchantText(name, environment, (key, values) => t(key, values ?? {}))

test('the merchant is shown before the environment', () => {
  expect(shown('Acme Shop', 'production')).toBe('Acme Shop · Production')
})

test.each(['Sandbox', 'SANDBOX', ' sandbox '])('a profile named %j, like its environment, shows it once', (name) => {
  expect(shown(name, 'sandbox')).toBe('Sandbox')
})

test('a profile named like another environment shows both', () => {
  expect(shown('Staging', 'production')).toBe('Staging · Production')
})

test('a dialog that moves money shows the merchant before the environment', () => {
  show(EnvironmentStrip, { props: { environment: 'production', merchant: 'Acme Shop' } })
  expect(words()).toBe(`Acme Shop · Production · ${text('common.environmentAction.production')}`)
})
