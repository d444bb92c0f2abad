package dev.sluice.kafka;

import dev.sluice.api.InvalidSetup;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.DescribeConsumerGroupsOptions;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.errors.GroupIdNotFoundException;

/**
 * A consumer group as its coordinator described it, of whichever protocol.
 *
 * @param group its name
 * @param state in the coordinator's words, lower-case; {@code absent} when there is none
 * @param protocol {@code classic} or {@code consumer}; empty when there is none
 * @param members who is in it now
 * @param allowed what the asker may do with it; empty when the cluster does not say
 */
record GroupView(
    String group,
    String state,
    Optional<String> protocol,
    List<MemberDescription> members,
    Optional<Set<AclOperation>> allowed) {
  private static final int SHOWN = 10;

  /** Copies the list. */
  GroupView {
    members = List.copyOf(members);
  }

  /**
   * Asks the coordinator; blocks.
   *
   * @throws InvalidSetup when it does not answer
   */
  static GroupView of(AdminQuestions questions, String group) {
    String what = "who is in the group '" + group + "'";
    try {
      ConsumerGroupDescription described =
          questions.answer(
              what,
              () ->
                  questions
                      .admin()
                      .describeConsumerGroups(
                          List.of(group),
                          questions
                              .bounded(new DescribeConsumerGroupsOptions())
                              .includeAuthorizedOperations(true))
                      .describedGroups()
                      .get(group));
      String state = described.groupState().toString().toLowerCase(Locale.ROOT);
      // What brokers before 4.0 say of a group that they don't know.
      boolean absent = state.equals("dead");
      return new GroupView(
          group,
          absent ? "absent" : state,
          absent
              ? Optional.empty()
              : Optional.of(described.type().toString().toLowerCase(Locale.ROOT)),
          List.copyOf(described.members()),
          Optional.ofNullable(described.authorizedOperations()));
    } catch (ExecutionException e) {
      if (e.getCause() instanceof GroupIdNotFoundException) {
        return new GroupView(group, "absent", Optional.empty(), List.of(), Optional.empty());
      }
      throw questions.refused(what, e.getCause());
    }
  }

  /** Who owns which partition. */
  Map<TopicPartition, MemberDescription> owners() {
    Map<TopicPartition, MemberDescription> owners = new HashMap<>();
    for (MemberDescription member : members) {
      member.assignment().topicPartitions().forEach(each -> owners.put(each, member));
    }
    return owners;
  }

  /** The members in words, some of them when they are many. */
  String names() {
    int more = members.size() - SHOWN;
    return members.stream().limit(SHOWN).map(GroupView::name).collect(Collectors.joining(", "))
        + (more > 0 ? " and " + more + " more" : "");
  }

  /** One line about it. */
  String summary() {
    return "group "
        + group
        + ": "
        + state
        + protocol.map(kind -> " (protocol " + kind + ")").orElse("")
        + ", "
        + members.size()
        + (members.size() == 1 ? " member" : " members");
  }

  /** A member in words: its client, its host, its instance if it has one. */
  static String name(MemberDescription member) {
    return member.clientId()
        + " on "
        + host(member)
        + member.groupInstanceId().map(id -> " (instance " + id + ")").orElse("");
  }

  /** Where a member runs. */
  static String host(MemberDescription member) {
    // The broker writes its addresses as Java prints them.
    return member.host().startsWith("/") ? member.host().substring(1) : member.host();
  }
}
