import { useI18n } from 'vue-i18n'
import { useText, type Translate } from './index.ts'
import { laterTexts } from './later.ts'

/** As `useText`, with the texts that load after the first screen: the first call adds them. */
export function useLaterText(): Translate {
  const texts = useI18n({ useScope: 'global' })
  const known: object = texts.getLocaleMessage('en')
  if (Object.keys(laterTexts).some((area) => !Object.hasOwn(known, area))) texts.mergeLocaleMessage('en', laterTexts)
  return useText()
}
