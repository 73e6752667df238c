import { routing } from '@hongyan/contract/endpoints/messaging/routing'
import { upstreamMappings, upstreams } from '@hongyan/contract/endpoints/messaging/upstreams'
import { defaultRules } from '@hongyan/contract/upstreams/default-rule'
import { MessageScene } from '@hongyan/contract/vocabulary/message'
import { STANDARD } from '@hongyan/contract/vocabulary/upstream'
import type { Newest, StoryEvent } from '../story.ts'
import { daysAgo } from '../when.ts'

const [twilio, vonage, tencent] = ['Twilio SG', 'Vonage', 'Tencent Cloud']

const channels = [
  {
    name: twilio,
    provider: 'twl',
    regions: ['DE', 'FR', 'GB', 'SG'],
    tps: 20,
    daily_cap: '25',
    credentials: {
      accountSid: `AC${'7c41'.repeat(8)}`,
      authToken: '3f9a'.repeat(8),
      from: '+12065550100',
    },
  },
  {
    name: vonage,
    provider: 'vg',
    regions: [],
    tps: 30,
    daily_cap: '40',
    credentials: {
      applicationId: 'b2c1f3d4-58a6-4e07-9c12-7f60a1d2e3b4',
      privateKey: `-----BEGIN PRIVATE KEY-----\n${'Qm9h'.repeat(16)}\n-----END PRIVATE KEY-----`,
      signatureSecret: 'lumen-parcel-receipts',
      from: 'LumenParcel',
    },
  },
  {
    name: tencent,
    provider: 'tcc',
    regions: ['GB', 'SG'],
    tps: 10,
    daily_cap: '10',
    credentials: { secretId: 'AKIDLumenParcel4021', secretKey: 'lumenparcelsecretkey', sdkAppId: '1400402816' },
  },
]

const EVERYTHING = { countries: [], prefixes: [], scenes: [], signatures: [], templates: [], credentials: [] }
/** Rules are an account's own, so their ids may be the same in every installation. */
const ruleId = (nr: number): string => `01900000-0000-7000-8000-00000000010${nr}`
const inOrder = (...refs: readonly (string | undefined)[]) => refs.map((upstream) => ({ upstream, weight: null }))
const rule = { canary: null, failover: true, attempts: 3, sticky: false, order: 'ordered' }

/** The rules of the shop, with Vonage's share of the messages to Germany and France. */
const rulesOf = ({ channels: ids }: Newest, share: number): readonly object[] => [
  {
    ...rule,
    id: ruleId(1),
    name: 'Codes first',
    match: { ...EVERYTHING, scenes: [MessageScene.Verification] },
    targets: inOrder(STANDARD, ids[twilio], ids[vonage]),
  },
  {
    ...rule,
    id: ruleId(2),
    name: 'Singapore',
    match: { ...EVERYTHING, countries: ['SG'], scenes: [MessageScene.Notification, MessageScene.Marketing] },
    targets: inOrder(STANDARD, ids[twilio]),
    attempts: 2,
  },
  {
    ...rule,
    id: ruleId(3),
    name: 'Germany and France',
    match: { ...EVERYTHING, countries: ['DE', 'FR'], scenes: [MessageScene.Notification] },
    order: 'weighted',
    targets: [
      { upstream: ids[vonage], weight: share },
      { upstream: ids[twilio], weight: 100 - share },
    ],
    sticky: true,
  },
  {
    ...rule,
    id: ruleId(4),
    name: 'Warehouse pilot',
    match: { ...EVERYTHING, prefixes: ['+447700'] },
    targets: inOrder(STANDARD),
    canary: { upstream: ids[tencent], percent: 20 },
  },
  ...defaultRules,
]

const save = (version: number, share: number) =>
  ({ owner: routing.save, body: (newest: Newest) => ({ version, rules: rulesOf(newest, share) }) }) as const

/** The owner adds three channels, maps a template, and puts rules in force twice. A third change is a draft. */
export const lumenRouting: readonly StoryEvent[] = [
  ...channels.map((body): StoryEvent => [daysAgo(6, '10:05'), { owner: upstreams.create, body }]),
  ...[twilio, vonage, tencent].map((name): StoryEvent => [
    daysAgo(6, '10:20'),
    { owner: upstreams.resume, params: ({ channels: ids }) => ({ id: ids[name] }), body: { version: 1 } },
  ]),
  [
    daysAgo(6, '10:31'),
    {
      owner: upstreamMappings.create,
      body: ({ channels: ids, approvedSender: local }) => ({
        upstream: ids[tencent],
        kind: 'signature',
        local,
        remote: 'LumenParcel',
        variables: [],
      }),
    },
  ],
  [
    daysAgo(6, '10:34'),
    {
      owner: upstreamMappings.create,
      body: ({ channels: ids, approvedTemplate: local }) => ({
        upstream: ids[tencent],
        kind: 'template',
        local,
        remote: '2104417',
        variables: ['tracking', 'time'],
      }),
    },
  ],
  [daysAgo(6, '10:50'), save(0, 50)],
  [daysAgo(6, '10:58'), { owner: routing.activate, body: { version: 1 } }],
  [daysAgo(3, '11:12'), save(2, 70)],
  [daysAgo(3, '11:15'), { owner: routing.activate, body: { version: 3 } }],
  [daysAgo(1, '09:40'), save(4, 85)],
]
