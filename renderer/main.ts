import '@fontsource-variable/inter'
import '@fontsource-variable/jetbrains-mono'
import './styles/tokens.css'
import './styles/base.css'
import './styles/floating.css'
import { createPinia } from 'pinia'
import { createApp } from 'vue'
import App from './app/App.vue'
import { createPageRouter } from './app/router.ts'
import { addLaterTexts, createFirstTexts } from './i18n/index.ts'

const texts = createFirstTexts()
createApp(App).use(createPinia()).use(texts).use(createPageRouter(() => addLaterTexts(texts))).mount('#app')
