import { useRouter } from 'vue-router'

/** The list of payments as it was left, with its filter; where another screen led here, the whole list. */
export function useBackToList(): string {
  const { back } = useRouter().options.history.state
  return typeof back === 'string' && /^\/history(?:\?|$)/.test(back) ? back : '/history'
}
