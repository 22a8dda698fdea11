/** The issuer's window, simulated with plain HTTP: it follows forms that post automatically and presses a button. */
import type { Pair } from '#shared/gateway/encoding/form.ts'
import { printForm } from '#shared/gateway/encoding/form.ts'
import type { IssuerVisit, IssuerVisitEnd } from '../../../electron/desk/issuer-pages.ts'

const mostPages = 10

/** Visits as a cardholder who presses this button; real requests are sent to the sandbox's pages. */
export async function playBrowser(visit: IssuerVisit, press: 'confirm' | 'refuse'): Promise<IssuerVisitEnd> {
  let form: PostedForm | null = visit.content.kind === 'html' ? formIn(visit.content.html, press) : visit.content
  for (let pages = 0; form !== null && pages < mostPages; pages++) {
    if (form.url === visit.notificationUrl) return { kind: 'posted', fields: form.fields }
    const response = await fetch(form.url, {
      method: 'POST', body: printForm(form.fields), headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    if (!response.ok) return { kind: 'not-loaded' }
    form = formIn(await response.text(), press)
  }
  return { kind: visit.endsWhenLoaded ? 'loaded' : 'timed-out' }
}

interface PostedForm {
  readonly url: string
  readonly fields: readonly Pair[]
}

function formIn(html: string, press: string): PostedForm | null {
  const url = /<form method="post" action="([^"]*)"/.exec(html)?.[1]
  if (url === undefined) return null
  const hidden = [...html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)]
  const button = [...html.matchAll(/<button type="submit" name="([^"]*)" value="([^"]*)">/g)].filter(([, , value]) => value === press)
  return {
    url: decode(url),
    fields: [...hidden, ...button].map(([, name = '', value = '']): Pair => [decode(name), decode(value)]),
  }
}

function decode(text: string): string {
  return text.replace(/&#(\d+);/g, (_all, code: string) => String.fromCharCode(Number(code)))
}
