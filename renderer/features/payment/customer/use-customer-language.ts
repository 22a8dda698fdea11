import { computed, ref, watch, type WritableComputedRef } from 'vue'
import { customerLanguages, type CustomerLanguage } from '#shared/customer-texts/language.ts'
import { useAccess } from '../../../app/stores/access.ts'

/** The language of texts for customers; this computer remembers the last choice. */
export function useCustomerLanguage(): WritableComputedRef<CustomerLanguage> {
  const access = useAccess()
  const key = computed(() => `customer-texts.language.${access.person?.id ?? 'desk'}`)
  const language = ref(readLanguage(key.value))
  watch(key, (now) => { language.value = readLanguage(now) }, { flush: 'sync' })
  return computed({
    get: () => language.value,
    set: (chosen) => {
      language.value = chosen
      window.localStorage.setItem(key.value, chosen)
    },
  })
}

function readLanguage(key: string): CustomerLanguage {
  const kept = window.localStorage.getItem(key)
  return customerLanguages.find((language) => language === kept) ?? 'en'
}
