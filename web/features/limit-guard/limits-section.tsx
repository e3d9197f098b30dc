import { useQuery } from '@tanstack/react-query';
import { limitRules } from '../../../shared/limit-guard/schema.ts';
import { tryAgain } from '../../kit/failure.ts';
import { Form, FormFailure, FormField, FormSubmit } from '../../kit/form/form.tsx';
import { useForm } from '../../kit/form/use-form.ts';
import { QueryView } from '../../kit/query-view.tsx';
import { SectionHead } from '../../kit/section-head.tsx';
import { Input } from '../../ui/input.tsx';
import { limitRuleQuery, saveLimitRule } from './queries.ts';

/** Settings: the operator's limit rule. */
export function LimitsSection() {
  const rule = useQuery(limitRuleQuery);
  return (
    <>
      <SectionHead title="Limits">
        Encore, Adonis, Tsuki and sign-up ask you before they write a file with more tickets per
        order than an event's published limit, or with more accounts for one event than your own
        rule. Your answer is recorded in the audit trail. Limits per person hold for a team, too.
      </SectionHead>
      <div className="border-t border-border p-5 max-md:p-3.5">
        <QueryView
          query={rule}
          loadingLabel="Loading your rule..."
          failure="Failed to load your rule"
        >
          {(accounts) => <RuleForm accounts={accounts} />}
        </QueryView>
      </div>
    </>
  );
}

function RuleForm({ accounts }: { accounts: number | null }) {
  const form = useForm(limitRules, {
    initial: { accounts_per_event: accounts === null ? '' : String(accounts) },
    toInput: ({ accounts_per_event: text }) => ({
      accounts_per_event: text.trim() === '' ? null : Number(text),
    }),
    submit: ({ accounts_per_event }) => saveLimitRule(accounts_per_event),
    done: 'Rule saved',
    failure: tryAgain('Failed to save your rule'),
  });
  return (
    <Form form={form} label="Own rule" className="flex max-w-80 flex-col items-start gap-3">
      <FormField
        form={form}
        name="accounts_per_event"
        label="Most accounts for one event"
        hint="Without a number, any number of accounts may serve an event."
        className="w-full"
      >
        {(control) => <Input {...control} inputMode="numeric" autoComplete="off" className="tn" />}
      </FormField>
      <FormFailure form={form} />
      <FormSubmit form={form}>Save rule</FormSubmit>
    </Form>
  );
}
