import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeCertificates } from '../node/gateway/certificates.ts'
import { go } from './support/console.ts'
import { profileCard } from './support/own-gateway.ts'
import { expectNoErrors, specs } from './support/specs.ts'
import { answerDialog, freshFolder } from './support/launch.ts'
import { label, text, textPattern } from '../support/texts.ts'

const { skipped, open } = specs('own-network.test.ts')

describe.skipIf(skipped)('the network of a profile', () => {
  it('is validated in its form, saved, and named by the connection test: proxy and authorities', async () => {
    const console = await open()
    const { page, app } = console
    const certificates = makeCertificates()
    const folder = freshFolder('authorities')
    const withKey = join(folder, 'with-key.pem')
    const good = join(folder, 'company.pem')
    writeFileSync(withKey, certificates.authority + certificates.good.key)
    writeFileSync(good, certificates.authority)
    const field = (name: string) => page.getByLabel(name, { exact: true })
    const save = () => page.getByRole('button', { name: text('common.save'), exact: true }).click()

    await go(page, 'profiles')
    await page.getByRole('button', { name: text('profiles.add') }).click()
    await field('Name').fill('By a proxy')
    await field('Environment').selectOption('sandbox')
    await field(label('login')).fill('acme-shop')
    await field(text('profiles.endpointId')).fill('22903')
    await field(label('currency')).fill('USD')
    await field(text('profiles.baseUrl')).fill('http://127.0.0.1:9')
    await page.getByRole('radio', { name: textPattern('profiles.network.route.proxy') }).check()
    await field(text('profiles.network.proxyUrl')).fill('http://user:word@127.0.0.1:3128')
    await save()
    await page.getByText(text('profiles.problem.proxy-password')).waitFor()
    await field(text('profiles.network.proxyUrl')).fill('http://127.0.0.1:3128')

    const choose = page.getByRole('button', { name: text('certificates.add') })
    await answerDialog(app, 'showOpenDialog', { canceled: false, filePaths: [withKey] })
    await choose.click()
    await page.getByText(text('failure.refusedAuthorities.private-key')).waitFor()
    await answerDialog(app, 'showOpenDialog', { canceled: false, filePaths: [good] })
    await choose.click()
    await page.getByText('CN=test authority').waitFor()
    await save()
    await page.getByRole('heading', { name: 'Edit By a proxy' }).waitFor()
    await expect.poll(() => field(text('profiles.network.proxyUrl')).inputValue()).toBe('http://127.0.0.1:3128')

    await page.getByRole('button', { name: text('profiles.back') }).click()
    await profileCard(page, 'By a proxy').getByRole('button', { name: text('profiles.test') }).click()
    await page.getByText('Requests go out through the proxy of the profile: http://127.0.0.1:3128.').waitFor()
    await page.getByText(/The profile adds 1\./).waitFor()
    expectNoErrors(console)
  })
})
