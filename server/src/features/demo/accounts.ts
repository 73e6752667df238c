import { micros } from '@hongyan/contract/money'
import type { Traffic } from './history.ts'

/** Not secret: a server with demo accounts prints it at every start. */
export const DEMO_PASSWORD = 'hongyan-demo'

const shared = { password: DEMO_PASSWORD, demo: true, activated: true, level: 2, realname_auth: true } as const

export const demoAccounts = [
  {
    fields: {
      ...shared,
      email: 'demo@hongyan.example',
      phone: '+12065550100',
      firstname: 'Mei',
      lastname: 'Tan',
      gender: 2,
      realname_name: 'Lumen Parcel',
      partition: 'us',
      currency: 'USD',
      time_zone: 'UTC',
      balance: micros(1_284_379_200n),
    },
    traffic: { seed: 1, weekday: 1_820, today: 1.06 } satisfies Traffic,
  },
  {
    fields: {
      ...shared,
      email: 'demo.cn@hongyan.example',
      phone: '+8613800138000',
      firstname: '嘉禾',
      lastname: '陈',
      gender: 2,
      realname_name: '云帆速递',
      partition: 'cn',
      currency: 'CNY',
      time_zone: 'Asia/Shanghai',
      balance: micros(8_652_403_100n),
      sms_smpp: true,
      // A signature without review shows its tag on the home page. Texts still need a template.
      sms_wildcard: JSON.stringify(['signature']),
    },
    traffic: { seed: 2, weekday: 18_200, today: 1.1 } satisfies Traffic,
  },
] as const
