import {
  Blocks,
  FileDown,
  FileUp,
  FolderKanban,
  KeyRound,
  Layers,
  LayoutDashboard,
  ListChecks,
  type LucideIcon,
  Megaphone,
  ReceiptText,
  ScrollText,
  Star,
  Ticket,
  Trash2,
  Users,
  Webhook,
} from "lucide-preact";
import type { ComponentType } from "preact";
import { lazy } from "preact/compat";

export interface Section {
  /** Its path below /console, and the name of its text. */
  name: string;
  group: "start" | "promote" | "people" | "data" | "settings";
  icon: LucideIcon;
  /** Which of the two pairs of keys it cannot do without. */
  needs: "server" | "management";
  /** Has pages below its own path. */
  hasMore?: boolean;
  page: ComponentType;
}

/** Every section there is, in the order of the menu; each is loaded when it is first opened. */
export const SECTIONS = [
  {
    name: "overview",
    group: "start",
    icon: LayoutDashboard,
    needs: "management",
    page: lazy(() => import("./sections/overview/overview")),
  },
  {
    name: "campaigns",
    group: "promote",
    icon: Megaphone,
    needs: "server",
    hasMore: true,
    page: lazy(() => import("./sections/campaigns/campaigns")),
  },
  {
    name: "vouchers",
    group: "promote",
    icon: Ticket,
    needs: "server",
    hasMore: true,
    page: lazy(() => import("./sections/vouchers/vouchers")),
  },
  {
    name: "redemptions",
    group: "promote",
    icon: ReceiptText,
    needs: "server",
    hasMore: true,
    page: lazy(() => import("./sections/redemptions/redemptions")),
  },
  {
    name: "rules",
    group: "promote",
    icon: ListChecks,
    needs: "server",
    hasMore: true,
    page: lazy(() => import("./sections/rules/rules")),
  },
  {
    name: "sandbox",
    group: "promote",
    icon: Blocks,
    needs: "server",
    page: lazy(() => import("./sections/sandbox/sandbox")),
  },
  {
    name: "customers",
    group: "people",
    icon: Users,
    needs: "server",
    hasMore: true,
    page: lazy(() => import("./sections/customers/customers")),
  },
  {
    name: "programs",
    group: "people",
    icon: Star,
    needs: "server",
    hasMore: true,
    page: lazy(() => import("./sections/programs/programs")),
  },
  {
    name: "stacking",
    group: "promote",
    icon: Layers,
    needs: "management",
    page: lazy(() => import("./sections/stacking/stacking")),
  },
  {
    name: "exports",
    group: "data",
    icon: FileDown,
    needs: "server",
    hasMore: true,
    page: lazy(() => import("./sections/exports/exports")),
  },
  {
    name: "imports",
    group: "data",
    icon: FileUp,
    needs: "server",
    hasMore: true,
    page: lazy(() => import("./sections/imports/imports")),
  },
  {
    name: "bin",
    group: "data",
    icon: Trash2,
    needs: "server",
    page: lazy(() => import("./sections/bin/bin")),
  },
  {
    name: "projects",
    group: "settings",
    icon: FolderKanban,
    needs: "management",
    hasMore: true,
    page: lazy(() => import("./sections/projects/projects")),
  },
  {
    name: "keys",
    group: "settings",
    icon: KeyRound,
    needs: "management",
    page: lazy(() => import("./sections/keys/keys")),
  },
  {
    name: "webhooks",
    group: "settings",
    icon: Webhook,
    needs: "management",
    hasMore: true,
    page: lazy(() => import("./sections/webhooks/webhooks")),
  },
  {
    name: "audit",
    group: "settings",
    icon: ScrollText,
    needs: "management",
    page: lazy(() => import("./sections/audit/audit")),
  },
] as const satisfies readonly Section[];

export const GROUPS = ["start", "promote", "people", "data", "settings"] as const;
