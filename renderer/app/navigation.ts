import {
  BadgeCheck, Building2, ChartColumn, CircleQuestionMark, CreditCard, History, KeyRound, Layers, LayoutList, Repeat,
  Scale, ScanText, SearchCheck, Sun, UserRoundKey, UsersRound, Wrench,
} from '@lucide/vue'
import type { Component } from 'vue'
import type { RouteRecordRaw } from 'vue-router'
import TodayView from '../features/today/TodayView.vue'
import type { shell } from '../i18n/en/shell.ts'
import type { TextKey } from '../i18n/index.ts'

declare module 'vue-router' {
  interface RouteMeta {
    /** The screen's name in the window title. */
    readonly name?: TextKey
    /** True if the screen's content belongs to the active profile: switching profiles starts it again. */
    readonly perProfile?: boolean
    /** The navigation link that the screen belongs to, if its address does not begin with the link's. */
    readonly link?: string
  }
}

type ScreenId = keyof typeof shell.find.screen

interface ScreenLink {
  readonly to: string
  readonly screen: ScreenId
  readonly name: TextKey
  readonly icon: Component
}

const link = (to: string, screen: ScreenId, icon: Component): ScreenLink =>
  ({ to, screen, name: `shell.navigation.${screen}`, icon })

/** The links of the navigation by group, in order. */
export const linkGroups: readonly {
  readonly name: TextKey
  readonly links: readonly ScreenLink[]
}[] = [
  {
    name: 'shell.navigationGroup.work',
    links: [
      link('/today', 'today', Sun),
      link('/open-outcomes', 'openOutcomes', CircleQuestionMark),
      link('/order-status', 'orderStatus', SearchCheck),
      link('/card-lookup', 'cardLookup', CreditCard),
      link('/recurrent-payment', 'recurrentPayment', Repeat),
      link('/batches', 'batches', Layers),
      link('/more-operations', 'moreOperations', LayoutList),
      link('/history', 'history', History),
      link('/report', 'report', ChartColumn),
      link('/reconcile', 'reconcile', Scale),
    ],
  },
  {
    name: 'shell.navigationGroup.tools',
    links: [
      link('/inspector', 'inspector', ScanText),
      link('/callbacks', 'callbacks', BadgeCheck),
    ],
  },
  {
    name: 'shell.navigationGroup.setUp',
    links: [
      link('/profiles', 'profiles', Building2),
      link('/keys', 'keys', KeyRound),
      link('/access', 'access', UserRoundKey),
      link('/team', 'team', UsersRound),
      link('/maintenance', 'maintenance', Wrench),
    ],
  },
]

/** The screen that the application opens on. */
export const homePath = '/today'

/** The routes of the page. Every screen except the first is loaded when it is first opened, with its texts. */
export const routes: readonly RouteRecordRaw[] = [
  { path: '/', redirect: homePath },
  { path: homePath, component: TodayView, meta: { name: 'shell.navigation.today', perProfile: true } },
  {
    path: '/order-status', component: () => import('../features/order-status/OrderStatusView.vue'),
    meta: { name: 'shell.navigation.orderStatus', perProfile: true },
  },
  {
    path: '/payment/:entryId?', component: () => import('../features/payment/PaymentView.vue'),
    meta: { name: 'order.title', link: '/history' },
  },
  {
    path: '/card-lookup', component: () => import('../features/card-lookup/CardLookupView.vue'),
    meta: { name: 'shell.navigation.cardLookup', perProfile: true },
  },
  {
    path: '/card', component: () => import('../features/card/CardView.vue'),
    meta: { name: 'card.title', link: '/card-lookup' },
  },
  {
    path: '/compare', component: () => import('../features/compare/CompareView.vue'),
    meta: { name: 'compare.title', link: '/history' },
  },
  {
    path: '/charged-twice', component: () => import('../features/compare/ChargedTwiceView.vue'),
    meta: { name: 'compare.chargedTwice', link: '/history' },
  },
  {
    path: '/register-card', component: () => import('../features/register-card/RegisterCardView.vue'),
    meta: { name: 'shell.navigation.registerCard', perProfile: true, link: '/history' },
  },
  {
    path: '/recurrent-payment', component: () => import('../features/more-operations/OperationView.vue'),
    meta: { name: 'shell.navigation.recurrentPayment', perProfile: true },
  },
  {
    path: '/batches', component: () => import('../features/batches/list/BatchesView.vue'),
    meta: { name: 'shell.navigation.batches', perProfile: true },
  },
  {
    path: '/batches/new', component: () => import('../features/batches/start/NewBatchView.vue'),
    meta: { name: 'batches.create', perProfile: true },
  },
  {
    path: '/batches/draft/:draftId', component: () => import('../features/batches/check/DraftView.vue'),
    meta: { name: 'batches.create' },
  },
  {
    path: '/batches/:batchId', component: () => import('../features/batches/run/BatchView.vue'),
    meta: { name: 'shell.navigation.batches' },
  },
  {
    path: '/more-operations', component: () => import('../features/more-operations/MoreOperationsView.vue'),
    meta: { name: 'shell.navigation.moreOperations' },
  },
  {
    path: '/more-operations/:operation', component: () => import('../features/more-operations/OperationView.vue'),
    meta: { name: 'shell.navigation.moreOperations', perProfile: true },
  },
  {
    path: '/inspector', component: () => import('../features/inspector/InspectorView.vue'),
    meta: { name: 'shell.navigation.inspector', perProfile: true },
  },
  {
    path: '/callbacks', component: () => import('../features/callbacks/CallbacksView.vue'),
    meta: { name: 'shell.navigation.callbacks' },
  },
  {
    path: '/history', component: () => import('../features/history/HistoryView.vue'),
    meta: { name: 'shell.navigation.history' },
  },
  {
    path: '/report', component: () => import('../features/report/ReportView.vue'),
    meta: { name: 'shell.navigation.report', perProfile: true },
  },
  {
    path: '/reconcile', component: () => import('../features/reconcile/ReconcileView.vue'),
    meta: { name: 'shell.navigation.reconcile', perProfile: true },
  },
  {
    path: '/reconcile/:resultId', component: () => import('../features/reconcile/ResultView.vue'),
    meta: { name: 'shell.navigation.reconcile' },
  },
  {
    path: '/open-outcomes', component: () => import('../features/open-outcomes/OpenOutcomesView.vue'),
    meta: { name: 'shell.navigation.openOutcomes' },
  },
  {
    path: '/keys', component: () => import('../features/keys/KeysView.vue'),
    meta: { name: 'shell.navigation.keys' },
  },
  {
    path: '/profiles', component: () => import('../features/profiles/ProfilesView.vue'),
    meta: { name: 'shell.navigation.profiles' },
  },
  {
    path: '/access', component: () => import('../features/access/AccessView.vue'),
    meta: { name: 'shell.navigation.access' },
  },
  {
    path: '/team', component: () => import('../features/team/TeamView.vue'),
    meta: { name: 'shell.navigation.team' },
  },
  {
    path: '/maintenance', component: () => import('../features/maintenance/MaintenanceView.vue'),
    meta: { name: 'shell.navigation.maintenance' },
  },
  { path: '/:rest(.*)', component: () => import('./frame/NotFoundView.vue'), meta: { name: 'shell.navigation.notFound' } },
]
