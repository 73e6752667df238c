import { Bell, Globe, ScrollText, ShieldCheck, User, UserX } from 'lucide-react'
import { paths } from '../../../lib/paths.ts'
import type { Entry, PaletteEntries } from '../../../shell/search/entry.ts'

type Tab = Pick<Entry, 'icon' | 'keywords'> & {
  readonly name: 'profile' | 'security' | 'notifications' | 'countries' | 'people' | 'audit'
}

const tabs: readonly Tab[] = [
  { name: 'profile', icon: User, keywords: { en: ['my name', 'gender', 'language'], zh: ['姓名', '性别', '语言'] } },
  {
    name: 'security',
    icon: ShieldCheck,
    keywords: {
      en: ['change password', 'change phone', 'change email', 'two-step verification', '2fa', 'passkey', 'sessions'],
      zh: ['修改密码', '更换手机', '更换邮箱', '两步验证', '通行密钥', '登录设备'],
    },
  },
  {
    name: 'notifications',
    icon: Bell,
    keywords: { en: ['alerts', 'low balance alert', 'emails'], zh: ['余额提醒', '提醒', '邮件通知'] },
  },
  {
    name: 'countries',
    icon: Globe,
    keywords: {
      en: ['enable country', 'high-risk countries', 'geo permissions', 'abroad', 'international sms'],
      zh: ['开通国家', '高风险国家', '国际短信', '境外发送'],
    },
  },
  {
    name: 'people',
    icon: UserX,
    keywords: {
      en: ['gdpr', 'erase number', 'data subject request', 'right to be forgotten', 'privacy'],
      zh: ['删除号码', '个人信息', '隐私', '被遗忘权', '数据导出'],
    },
  },
  {
    name: 'audit',
    icon: ScrollText,
    keywords: { en: ['audit log', 'who changed', 'history of changes'], zh: ['操作日志', '操作记录', '谁修改'] },
  },
]

export const palette: PaletteEntries = {
  entries: tabs.map(({ name, icon, keywords }) => ({
    id: `settings-${name}`,
    title: ['shell.settings', `search.settings.${name}`],
    icon,
    keywords,
    open: { to: paths.settings, search: { tab: name } },
  })),
}
