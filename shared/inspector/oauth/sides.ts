/** Two base strings side by side (§5.2). */
import type { Masked } from '../../brands.ts'
import { maskFreeText } from '../../gateway/requests/masking.ts'
import { percentDecode } from '../../gateway/encoding/percent.ts'
import type { Switches } from '../../gateway/operations/switches.ts'
import { textFinder } from '../../text-search.ts'
import type { GivenRequest } from '../given.ts'
import { fullyDecoded, hiddenValues, maskPasted, maskPastedUrl } from '../pasted-values.ts'
import { sideBySide, type SideCell, type Sides } from '../sides.ts'

interface Parts {
  readonly method: string | null
  readonly url: string | null
  /** Unchanged from the text. */
  readonly pairs: readonly (readonly [name: string, value: string])[]
  /** The text after more pairs than any request has; nearly always empty. */
  readonly rest: string
}

const mostPairs = 2_000

/**
 * Their base string beside ours, with the spelling of each part, masked. SECURITY: both are built again from masked
 * parts. A part of theirs that differs from ours is hidden if it contains a hidden value.
 */
export function baseStringSides(
  theirs: string, ours: string, source: Sides['source'], given: GivenRequest, switches: Switches,
): Sides {
  const holdsHidden = textFinder(hiddenValues(given, switches))
  const own = cellsOf(ours, given, switches)
  const known = new Set(own.map(({ key, text }) => `${key}\n${text}`))
  const foreign = cellsOf(theirs, given, switches).map((cell): SideCell => {
    const safe = known.has(`${cell.key}\n${cell.text}`)
      || !holdsHidden(fullyDecoded(`${cell.key} ${cell.text}`))
    return safe ? cell : { ...cell, name: hiddenText, shown: hiddenText }
  })
  return { source, rows: sideBySide(foreign, own) }
}

const hiddenText = maskFreeText('XXX')

function cellsOf(text: string, given: GivenRequest, switches: Switches): SideCell[] {
  const { method, url, pairs, rest } = partsOf(text)
  const none = maskFreeText('')
  return [
    ...(method === null ? [] : [{ part: 'method' as const, key: 'method', name: none, text: method, shown: maskFreeText(method) }]),
    ...(url === null ? [] : [{ part: 'url' as const, key: 'url', name: none, text: url, shown: shownAs(url, maskPastedUrl(fullyDecoded(url))) }]),
    ...pairs.map(([name, value]): SideCell => {
      const plain = fullyDecoded(name)
      const [shownName, shown] = maskPasted(given, [plain, fullyDecoded(value)], switches)
      // Shows the encoded name in case its encoding is the difference.
      return {
        part: 'parameter', key: `parameter ${plain}`, name: shownName, text: `${name}=${value}`,
        shown: shownAs(value, shown),
      }
    }),
    // SECURITY: only compared as a whole and never shown: it is not known which parts of it may be seen.
    ...(rest === '' ? [] : [{
      part: 'around' as const, key: 'around after', name: maskFreeText('after'), text: rest, shown: hiddenText,
    }]),
  ]
}

/** The encoded text if nothing in it was masked. */
function shownAs(raw: string, masked: Masked): Masked {
  return masked === fullyDecoded(raw) ? raw as Masked : masked
}

function partsOf(text: string): Parts {
  const whole = /^[A-Za-z]+%26/.test(text) ? percentDecode(text) : text
  const match = /^\s*([A-Za-z]*)&([^&]*)&([\s\S]*)$/.exec(whole)
  const looksWhole = match !== null && /^[a-z]+(?:%3a|%253a|:)/i.test(match[2] ?? '')
  return looksWhole
    ? { method: match[1] ?? '', url: match[2] ?? '', ...pairsOf(match[3] ?? '') }
    : { method: null, url: null, ...pairsOf(whole) }
}

/** The `=` between names and values is encoded as often as the text. */
function pairsOf(text: string): Pick<Parts, 'pairs' | 'rest'> {
  const [and, equals] = [['%26', '%3d'], ['%2526', '%253d'], ['&', '=']]
    .find(([, one = '']) => text.toLowerCase().includes(one)) ?? ['&', '=']
  const segments = text.split(new RegExp(and ?? '&', 'i')).filter((one) => one !== '')
  const pairs = segments.slice(0, mostPairs).map((one) => {
    const at = one.toLowerCase().indexOf(equals ?? '=')
    return at < 0 ? [one, ''] as const : [one.slice(0, at), one.slice(at + (equals ?? '=').length)] as const
  })
  return { pairs, rest: segments.slice(mostPairs).join('&') }
}
