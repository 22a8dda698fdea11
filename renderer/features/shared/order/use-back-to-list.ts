import { useRouter } from 'vue-router'

/** Address of the list of payments with the filter of the last visit; without a filter after another screen. */
export function useBackToList(): string {
  const { back } = useRouter().options.history.state
  return typeof back === 'string' && /^\/history(?:\?|$)/.test(back) ? back : '/history'
}
