// The actions of the API of 2010 that concern configuration sets.
import { type DoorContext, type Fields, fieldsOf, type Row, textOf, textsOf } from '../../kit.ts';
import { type Actions, isTrue } from './actions.ts';
import { type ConfigurationSet, configurationSets } from './configuration-sets.ts';
import { pageOf, stop } from './wire.ts';

export function configurationSetActions({ store }: DoorContext): Actions {
  const sets = configurationSets(store);
  const putTracking = ({ ConfigurationSetName, TrackingOptions }: Fields) => {
    sets.setOption(ConfigurationSetName, 'TrackingOptions', TrackingOptions);
    return {};
  };
  return {
    CreateConfigurationSet: ({ ConfigurationSet }) => {
      const { Name } = fieldsOf(ConfigurationSet);
      if (sets.get(`${Name}`))
        throw stop('ConfigurationSetAlreadyExists', `Configuration set <${Name}> exists.`);
      sets.create(Name, {});
      return {};
    },
    DeleteConfigurationSet: ({ ConfigurationSetName }) => {
      sets.delete(sets.find(ConfigurationSetName).id);
      return {};
    },
    ListConfigurationSets: ({ MaxItems, NextToken }) => {
      const { items, ...page } = pageOf(sets.all(), MaxItems, NextToken);
      return { ConfigurationSets: items.map(({ id: Name }) => ({ Name })), ...page };
    },
    DescribeConfigurationSet: ({ ConfigurationSetName, ConfigurationSetAttributeNames }) =>
      describe(sets.find(ConfigurationSetName), textsOf(ConfigurationSetAttributeNames)),
    CreateConfigurationSetTrackingOptions: putTracking,
    UpdateConfigurationSetTrackingOptions: putTracking,
    DeleteConfigurationSetTrackingOptions: ({ ConfigurationSetName }) =>
      putTracking({ ConfigurationSetName }),
    PutConfigurationSetDeliveryOptions: ({ ConfigurationSetName, DeliveryOptions }) => {
      const { TlsPolicy, ...others } = fieldsOf(DeliveryOptions);
      const value = { ...others, TlsPolicy: textOf(TlsPolicy)?.toUpperCase() };
      sets.setOption(ConfigurationSetName, 'DeliveryOptions', value);
      return {};
    },
    UpdateConfigurationSetReputationMetricsEnabled: ({ ConfigurationSetName, Enabled }) =>
      void sets.setOption(ConfigurationSetName, 'ReputationOptions', {
        ReputationMetricsEnabled: isTrue(Enabled),
      }),
    UpdateConfigurationSetSendingEnabled: ({ ConfigurationSetName, Enabled }) =>
      void sets.setOption(ConfigurationSetName, 'SendingOptions', { SendingEnabled: isTrue(Enabled) }),
    CreateConfigurationSetEventDestination: (input) => put(input, true),
    UpdateConfigurationSetEventDestination: (input) => put(input, false),
    DeleteConfigurationSetEventDestination: ({ ConfigurationSetName, EventDestinationName }) => {
      requireSet(ConfigurationSetName);
      sets.putDestination(ConfigurationSetName, EventDestinationName, undefined);
      return {};
    },
  };

  /** Actions that name a destination have an error of their own for each of the two. */
  function requireSet(name: unknown): void {
    if (sets.get(`${name}`) === undefined)
      throw stop('ConfigurationSetDoesNotExist', `Configuration set <${name}> does not exist.`);
  }

  function put({ ConfigurationSetName, EventDestination }: Fields, isNew: boolean) {
    const { Name, Enabled, MatchingEventTypes, SNSDestination, ...others } = fieldsOf(EventDestination);
    const value = {
      ...others,
      Enabled: isTrue(Enabled),
      // `renderingFailure` is `RENDERING_FAILURE` in the API v2.
      MatchingEventTypes: textsOf(MatchingEventTypes).map((type) =>
        type.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase(),
      ),
      ...(SNSDestination !== undefined && {
        SnsDestination: { TopicArn: fieldsOf(SNSDestination)['TopicARN'] },
      }),
    };
    requireSet(ConfigurationSetName);
    sets.putDestination(ConfigurationSetName, Name, value, isNew);
    return {};
  }
}

function destinationOf([Name, destination]: readonly [name: string, destination: Fields]) {
  const { SnsDestination, MatchingEventTypes, ...others } = destination;
  return {
    ...others,
    Name,
    MatchingEventTypes: textsOf(MatchingEventTypes).map((type) =>
      type.toLowerCase().replace(/_(.)/g, (_all, letter: string) => letter.toUpperCase()),
    ),
    ...(SnsDestination !== undefined && {
      SNSDestination: { TopicARN: fieldsOf(SnsDestination)['TopicArn'] },
    }),
  };
}

function deliveryOf(options: Fields) {
  const { TlsPolicy } = fieldsOf(options['DeliveryOptions']);
  return TlsPolicy === undefined
    ? undefined
    : { TlsPolicy: TlsPolicy === 'REQUIRE' ? 'Require' : 'Optional' };
}

/** The parts that a request names. */
function describe({ id, options, destinations }: ConfigurationSet & Row, wanted: readonly string[]) {
  const parts: Readonly<Record<string, object>> = {
    eventDestinations: { EventDestinations: Object.entries(destinations).map(destinationOf) },
    trackingOptions: { TrackingOptions: options['TrackingOptions'] },
    deliveryOptions: { DeliveryOptions: deliveryOf(options) },
    reputationOptions: {
      ReputationOptions: {
        SendingEnabled: true,
        ReputationMetricsEnabled: false,
        ...fieldsOf(options['ReputationOptions']),
        ...fieldsOf(options['SendingOptions']),
      },
    },
  };
  return Object.assign({ ConfigurationSet: { Name: id } }, ...wanted.map((name) => parts[name]));
}
